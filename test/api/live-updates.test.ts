import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import type { Client } from '../fixtures/api-client.ts';
import { LiveListener, type Ticket } from '../fixtures/live-listener.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import { type SignedIn, credentials } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
const listeners: LiveListener[] = [];

afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});

async function ticketFor(client: Client, eventId: string, identity: object = {}): Promise<Ticket> {
  const { status, text, json } = await client.post(`/api/events/${eventId}/live-ticket`, identity);
  if (status !== 201) throw new Error(`No ticket: ${status} ${text}`);
  return json;
}

async function listen(ticket: Ticket): Promise<LiveListener> {
  const listener = await LiveListener.open(ticket);
  listeners.push(listener);
  return listener;
}

const newEvent = (host: SignedIn, fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Heard', privacy: 'unlisted', ...fields });

const [host, guest] = await Promise.all([newUser(base, 'Hortense'), seedGuest(base, 'Guinevere')]);

describe('who listens to an event', () => {
  it('hears of a photo, its votes, its rejection, its return and its deletion', async () => {
    const eventId = await newEvent(host);
    const listener = await listen(await ticketFor(guest, eventId, credentials(guest)));
    const { id } = await upload(host, eventId, { ...(await jpegFile(1)), name: 'secret-name.jpg' });
    const shown = await listener.hears(({ items }) => items?.find((item) => item.id === id));
    expect(shown).toMatchObject({ state: 'ready', voteCount: 0, uploaderName: null });
    expect(shown.renditions.tile?.url).toContain(`/media/open/${eventId}/${id}/`);
    // Nobody but its uploader has the key to its tag.
    const [own, others] = [
      await ticketFor(host, eventId),
      await ticketFor(guest, eventId, credentials(guest)),
    ];
    const tagUnder = ({ ownKey = '' }: Ticket) => createHmac('sha256', ownKey).update(id).digest('base64url');
    expect([own, others].map(tagUnder).map((tag) => tag.startsWith(shown.uploaderTag ?? '-'))).toEqual([
      true,
      false,
    ]);
    await guest.post(`/api/media/${id}/vote`, credentials(guest));
    const voted = await listener.hears(({ votes }) => votes?.find((vote) => vote.id === id));
    expect(voted.count).toBe(1);
    await host.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    const rejected = await listener.hears(({ gone }) => gone?.find((item) => item.id === id));
    expect(rejected.version).toBeGreaterThan(shown.version);
    await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    const back = await listener.hears(({ items }) =>
      items?.find((item) => item.id === id && item.version > shown.version),
    );
    expect(back.version).toBeGreaterThan(rejected.version ?? Infinity);
    await host.delete(`/api/events/${eventId}/media/${id}`);
    await listener.hears(({ gone }) => gone?.find((item) => item.id === id && item.version === undefined));
    // What not everybody may see never travels.
    const all = listener.frames.join('\n');
    for (const secret of ['secret-name', host.userId, host.email, 'Hortense', guest.guestId, 'incoming/'])
      expect(all).not.toContain(secret);
  });

  it('hears nothing of what waits for approval, or was never approved', async () => {
    const eventId = await newEvent(host, { moderationEnabled: true });
    const listener = await listen(await ticketFor(guest, eventId, credentials(guest)));
    const waiting = { status: 'pending' } as const;
    const [held, deleted, wanted] = [
      await seedItem(host, eventId, waiting),
      await seedItem(host, eventId, waiting),
      await seedItem(host, eventId, waiting),
    ];
    await host.put(`/api/media/${held.id}/moderate`, { status: 'rejected' });
    await host.delete(`/api/events/${eventId}/media/${deleted.id}`);
    await host.put(`/api/media/${wanted.id}/moderate`, { status: 'approved' });
    await listener.hears(({ items }) => items?.find((item) => item.id === wanted.id));
    const all = listener.frames.join('\n');
    for (const { id } of [held, deleted]) expect(all).not.toContain(id);
  });

  it('hears first names where everybody sees them', async () => {
    const eventId = await newEvent(host);
    await host.put(`/api/events/${eventId}`, { showsFirstNames: true });
    const listener = await listen(await ticketFor(guest, eventId));
    const { id } = await seedItem(host, eventId);
    const shown = await listener.hears(({ items }) => items?.find((item) => item.id === id));
    expect(shown.uploaderName).toBe('Hortense');
    expect(listener.frames.join('\n')).not.toContain('Lovelace');
  });
});

describe('who may not listen', () => {
  it('is refused the connection without a ticket, and another event with one', async () => {
    const [eventId, other] = await Promise.all([newEvent(host), newEvent(host)]);
    const ticket = await ticketFor(guest, eventId);
    await expect(LiveListener.connect({ ...ticket, ticket: 'A'.repeat(43) })).rejects.toThrow('refused');
    const listener = await LiveListener.connect(ticket);
    listeners.push(listener);
    const foreign = (await ticketFor(guest, other)).channel;
    for (const channel of [
      foreign,
      ticket.channel.replace(/\/\d+$/, '/*'),
      '/events/*',
      `${ticket.channel}1`,
    ])
      expect([channel, await listener.subscribe({ ...(await ticketFor(guest, eventId)), channel })]).toEqual([
        channel,
        'subscribe_error',
      ]);
    expect(await listener.subscribe(ticket)).toBe('subscribe_success');
  });

  it('gets no more of a ticket than a page needs', async () => {
    const ticket = await ticketFor(guest, await newEvent(host));
    const listener = await LiveListener.connect(ticket);
    listeners.push(listener);
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await listener.subscribe(ticket));
    expect(answers).toEqual(['subscribe_success', 'subscribe_success', 'subscribe_error', 'subscribe_error']);
    listeners.push(await LiveListener.connect(ticket));
    await expect(LiveListener.connect(ticket)).rejects.toThrow('refused');
  });

  it('is told to ask anew once somebody is blocked, and who is blocked finds nothing', async () => {
    const eventId = await newEvent(host);
    const [stays, goes] = await Promise.all([seedGuest(base), seedGuest(base)]);
    for (const one of [stays, goes]) await seedPlace(one, eventId);
    const [old, last] = [
      await ticketFor(stays, eventId, credentials(stays)),
      await ticketFor(goes, eventId, credentials(goes)),
    ];
    const [one, other] = [await listen(old), await listen(last)];
    expect((await host.delete(`/api/events/${eventId}/people/${goes.guestId}`)).status).toBe(204);
    for (const listener of [one, other]) await listener.hears(({ moved }) => moved);
    const refused = await goes.post(`/api/events/${eventId}/live-ticket`, credentials(goes));
    expect(refused.status).toBe(403);
    const next = await ticketFor(stays, eventId, credentials(stays));
    expect(next.channel).not.toBe(old.channel);
    // Neither their own ticket, nor one from before, opens the new channel.
    expect(await other.subscribe({ ...last, channel: next.channel })).toBe('subscribe_error');
    expect(await other.subscribe(last)).toBe('subscribe_error');
    expect(await one.subscribe({ ...old, channel: next.channel })).toBe('subscribe_error');
    expect(await one.subscribe(next)).toBe('subscribe_success');
    const later = await seedItem(host, eventId);
    await one.hears(({ items }) => items?.find((item) => item.id === later.id));
  });

  it('is told to ask anew when the event becomes private', async () => {
    const eventId = await newEvent(host);
    const listener = await listen(await ticketFor(guest, eventId));
    expect((await host.put(`/api/events/${eventId}`, { privacy: 'private' })).status).toBe(200);
    await listener.hears(({ moved }) => moved);
    expect((await guest.post(`/api/events/${eventId}/live-ticket`, {})).status).toBe(401);
  });
});
