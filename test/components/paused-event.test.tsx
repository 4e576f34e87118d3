import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EventView } from '../../shared/contract/entities.ts';
import { PauseSwitch } from '../../web/src/features/events/pause-switch.tsx';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectToast } from './expect-toast.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { sampleEvent, sampleMediaList, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';
import { showEvent } from './show-event.tsx';

afterEach(() => {
  vi.useRealTimers();
  writeGuest(null);
  toastStore.dismiss();
});

const PAUSED =
  'The host has paused new uploads. For now, only those who already take part can add photos and vote.';
const note = page.getByText(PAUSED);
const addMedia = page.getByRole('button', { name: 'Add Media' });
const pause = page.getByRole('switch', { name: 'Pause guest uploads' });
const heart = page.getByRole('button', { name: /^Vote, 0 votes/ });
const visitors = { role: 'anonymous', hasPaid: false, hasPlace: false } as const;
const paused = (changes: Partial<EventView>) => sampleEvent({ mediaCount: 1, isPaused: true, ...changes });
const photos = { 'GET /api/events/{eventId}/media': () => sampleMediaList(1) };
const guest = { id: 'gst_grace', name: 'Grace', token: 'secret', email: null };
const refusal = new Refusal(403, { code: 'event_paused', message: PAUSED });

describe('a paused event', () => {
  it('says so to a stranger in place of Add Media, and its hearts explain themselves', async () => {
    await showEvent(paused(visitors), { more: photos });
    await expect.element(note).toBeVisible();
    await expect.element(addMedia).not.toBeInTheDocument();
    await expect.element(heart).toHaveAttribute('aria-disabled', 'true');
    await expect.element(heart).toHaveAccessibleDescription(PAUSED);
    heart.element().focus();
    await userEvent.keyboard('{Enter}');
    await expectToast('Voting Paused', PAUSED);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectNoViolations();
  });

  it('goes on for a guest who takes part, who is asked for by name', async () => {
    writeGuest(guest);
    await showEvent(paused(visitors), {
      more: {
        ...photos,
        'GET /api/events/{eventId}': ({ query }) =>
          paused({ ...visitors, hasPlace: query['guestId'] === guest.id }),
      },
    });
    await expect.element(addMedia).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
    await expect.element(heart).not.toHaveAttribute('aria-disabled');
  });

  it.each<[string, () => Promise<never> | typeof NO_NETWORK]>([
    ['while it is not known yet whether they have a place', () => new Promise<never>(() => {})],
    ['if that is never known', () => NO_NETWORK],
  ])('keeps no guest out %s', async (_, place) => {
    writeGuest(guest);
    const event = paused(visitors);
    const { sent } = await showEvent(event, {
      more: { ...photos, 'GET /api/events/{eventId}': ({ query }) => (query['guestId'] ? place() : event) },
    });
    await vi.waitFor(() => expect(sent.some(({ query }) => query['guestId'] === guest.id)).toBe(true));
    await expect.element(addMedia).toBeVisible();
    await expect.element(heart).not.toHaveAttribute('aria-disabled');
    await expect.element(note).not.toBeInTheDocument();
  });

  it('lets whoever it keeps out take back a vote of before, once', async () => {
    writeGuest(guest);
    const { sent } = await showEvent(paused(visitors), {
      more: {
        'GET /api/events/{eventId}/media': () =>
          sampleMediaList(1).map((item) => ({ ...item, voteCount: 1, hasVoted: true })),
        'DELETE /api/media/{mediaId}/vote': () => ({ count: 0, hasVoted: false }),
      },
    });
    await expect.element(note).toBeVisible();
    const voted = page.getByRole('button', { name: /^Vote, 1 vote/ });
    await expect.element(voted).not.toHaveAttribute('aria-disabled');
    await voted.click({ force: true });
    await vi.waitFor(() => expect(sent.some(({ name }) => name.startsWith('DELETE'))).toBe(true));
    await expect.element(heart).toHaveAttribute('aria-disabled', 'true');
  });

  it('keeps a guest out who has done nothing in it, and says why', async () => {
    writeGuest(guest);
    await showEvent(paused(visitors), { more: photos });
    await expect.element(note).toBeVisible();
    await expect.element(heart).toHaveAttribute('aria-disabled', 'true');
  });

  it('goes on for a participant, and is not joined by who comes new', async () => {
    const user = sampleUser({ id: 'usr_eva' });
    const asUser = { role: 'user', hasPaid: false } as const;
    const inside = await showEvent(paused({ ...asUser, role: 'participant', hasPlace: true }), { user });
    await expect.element(addMedia).toBeVisible();
    await inside.unmount();
    const { sent } = await showEvent(paused({ ...asUser, hasPlace: false }), { user });
    await expect.element(note).toBeVisible();
    expect(sent.filter(({ name }) => name === 'POST /api/events/{eventId}/join')).toEqual([]);
  });

  it('that has taken back a place which the page had joined is joined again', async () => {
    let event = sampleEvent({ role: 'user', hasPlace: false });
    const { sent, client } = await showEvent(event, {
      user: sampleUser({ id: 'usr_eva' }),
      more: {
        'GET /api/events/{eventId}': () => event,
        'POST /api/events/{eventId}/join': () => {
          event = { ...event, role: 'participant', hasPlace: true };
          return { message: 'Joined', role: 'participant' as const };
        },
      },
    });
    const joins = () => sent.filter(({ name }) => name === 'POST /api/events/{eventId}/join').length;
    await vi.waitFor(() => expect(joins()).toBe(1));
    await expectToast('Welcome to the Event!');
    // By then the server's lists show the first joining.
    vi.setSystemTime(Date.now() + 11_000);
    event = { ...event, role: 'user', hasPlace: false };
    void client.invalidateQueries();
    await vi.waitFor(() => expect(joins()).toBe(2));
  });

  it('that was paused while the page was open says so at the refused vote, and the page goes on', async () => {
    writeGuest(guest);
    let event = sampleEvent({ ...visitors, mediaCount: 1 });
    await showEvent(event, {
      more: {
        ...photos,
        'GET /api/events/{eventId}': () => event,
        'POST /api/media/{mediaId}/vote': () => {
          event = { ...event, isPaused: true };
          return refusal;
        },
      },
    });
    await expect.element(addMedia).toBeVisible();
    await heart.click();
    await expectToast('Vote Failed', PAUSED);
    await expect.element(note).toBeVisible();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  });

  it('is paused and resumed by a switch of the host, which says which way it is', async () => {
    let event = sampleEvent();
    await showEvent(event, {
      user: sampleUser(),
      more: {
        'GET /api/events/{eventId}': () => event,
        'PUT /api/events/{eventId}': ({ body }) =>
          (event = { ...event, ...(body as Partial<EventView>), updatedAt: new Date().toISOString() }),
      },
    });
    await expect.element(pause).not.toBeChecked();
    pause.element().focus();
    await userEvent.keyboard(' ');
    await expectToast('Guest Uploads Paused');
    await expect.element(pause).toBeChecked();
    await expect.element(pause).toHaveFocus();
    await expect.element(pause).toHaveAccessibleDescription('Paused: new people can only look.');
    await expect.element(addMedia).toBeVisible();
    await expectNoViolations();
    await userEvent.keyboard(' ');
    await expectToast('Guest Uploads Resumed');
    await expect.element(pause).not.toBeChecked();
  });

  it('stays as it was if the call fails, and moves under the finger until that is known', async () => {
    const held = Promise.withResolvers<typeof NO_NETWORK>();
    fakeApi({ 'PUT /api/events/{eventId}': () => held.promise });
    await show(<PauseSwitch event={sampleEvent()} />);
    await pause.click({ force: true });
    await expect.element(pause).toBeChecked();
    held.resolve(NO_NETWORK);
    await expectToast('Update Failed', 'Failed to update event');
    await expect.element(pause).not.toBeChecked();
  });
});
