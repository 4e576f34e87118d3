import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Guest, newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';

const base = inject('siteUrl');
describe.runIf(hasFfmpeg)('a video', () => {
  let host: SignedIn;
  let guest: Guest;
  let eventId: string;

  beforeAll(async () => {
    host = await signIn(base);
    guest = await newGuest(base);
    eventId = (await host.post('/api/events', { name: 'Videos', privacy: 'public' })).json.id;
  });

  it.each([
    [
      'phone.mp4',
      'video/mp4',
      ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-metadata', 'location=+48.2+16.3/'],
      'video/mp4',
    ],
  ])(
    '%s gets a poster, its length and something that plays, without what the camera wrote',
    async (name, type, args, plays) => {
      const { id } = await upload(guest, eventId, { name, type, bytes: makeVideo(name, args) });
      const item = await waitUntilProcessed(guest, eventId, id);
      expect(item).toMatchObject({ state: 'ready', kind: 'video', width: 320, height: 240 });
      expect(item.durationSeconds).toBeCloseTo(2, 0);
      const poster = await guest.get(item.renditions.tile.url);
      expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const played = await guest.get(item.playUrl, { range: 'bytes=0-99' });
      expect([played.status, played.headers.get('content-type')]).toEqual([206, plays]);
      const whole = await guest.get(item.playUrl);
      expect(whole.text).not.toContain('+48.2');
    },
  );

  it('that cannot be read is unsupported and holds nothing up', async () => {
    const bytes = makeVideo('broken.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']).subarray(
      0,
      3000,
    );
    const { id } = await upload(guest, eventId, { name: 'broken.mp4', type: 'video/mp4', bytes });
    expect(await waitUntilProcessed(guest, eventId, id)).toMatchObject({
      state: 'unsupported',
      playUrl: null,
    });
  });
});
