import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { UnsupportedReason } from '../../shared/contract/entities.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { type File, jpegFile, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { jpegSegment, uint32, withSegments } from '../fixtures/made-media.ts';

const base = inject('siteUrl');

let host: SignedIn;
let eventId: string;

beforeAll(async () => {
  host = await newUser(base);
  eventId = await seedEvent(host, { name: 'Strange files' });
});

const SVG =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30"';

const file = (type: string, bytes: Buffer): File => ({ name: 'strange', type, bytes });

/** More of them are in `test/unit/media/hostile.test.ts`, and a drawing that takes too long in `svg.test.ts` there. */
async function strange(): Promise<readonly (readonly [File, 'ready' | UnsupportedReason])[]> {
  const { bytes: jpeg } = await jpegFile(7);
  const moov = Buffer.concat([uint32(4000), Buffer.from('moov'), Buffer.alloc(3992, 0xa5)]);
  const page = `<svg ${SVG}><script>alert(1)</script><image xlink:href="file:///etc/passwd"/><rect width="9" height="9"/></svg>`;
  return [
    [file('image/jpeg', jpeg.subarray(0, 30)), 'damaged'],
    [file('image/jpeg', withSegments(jpeg, jpegSegment(0xfe, '<html><script>alert(1)</script>'))), 'ready'],
    [file('image/svg+xml', Buffer.from(page)), 'ready'],
    [
      file('video/mp4', Buffer.concat([Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1'), moov])),
      'damaged',
    ],
  ];
}

describe('strange files', () => {
  it('each become ready or unsupported, and stay their uploader’s', async () => {
    const files = await strange();
    const sent = [];
    for (const [file, state] of files) sent.push({ ...(await upload(host, eventId, file)), expected: state });
    for (const { id, expected } of sent) {
      const item = await processedItem(host, eventId, id);
      const { state, unsupportedReason, renditions } = item;
      expect(state === 'ready' ? [state, unsupportedReason] : [unsupportedReason, renditions]).toEqual(
        expected === 'ready' ? ['ready', null] : [expected, {}],
      );
      expect((await host.get(`/api/media/${id}/download`)).status).toBe(302);
      for (const { url } of Object.values<{ url: string }>(item.renditions)) {
        const { headers, text } = await host.get(url);
        expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
          'image/webp',
          'nosniff',
        ]);
        expect(text).not.toMatch(/<html|<script|<svg/);
      }
    }
    expect((await host.get(`/api/events/${eventId}/media`)).json).toHaveLength(files.length);
  });
});
