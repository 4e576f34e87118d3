import type { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventView, UserView } from '../../../shared/contract/entities.ts';
import { pressAddMedia } from '../../../web/src/features/uploads/press-add-media.ts';
import { isAlreadyJoined, saysAlreadyJoined } from '../../../shared/rules/already-joined.ts';
import { uploadEligibility } from '../../../shared/rules/eligibility.ts';
import { CallError } from '../../../web/src/lib/call.ts';
import { createQueryClient } from '../../../web/src/lib/query-client.ts';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';
import { sessionWatch } from '../../../web/src/lib/session-watch.ts';
import { toastStore } from '../../../web/src/ui/toast-store.ts';

// An existing membership is recognized by the status or the message of the response.

const JOINED = 'User has already joined this event';
const PARTICIPANT = 'Already a participant';
const body = (message: string) => JSON.stringify({ message });
const refusal = (status: number, text: string) => new CallError({ status, statusText: '', text });

describe('joining automatically', () => {
  it.each([
    ['Joined', false],
    [JOINED, true],
    [PARTICIPANT, true],
  ])('with the message %j means already joined: %s', (message, hasJoined) => {
    expect(saysAlreadyJoined(message)).toBe(hasJoined);
  });

  it.each([
    [409, body('Conflict.')],
    [400, body(JOINED)],
    [400, body(PARTICIPANT)],
    // As a proxy may return it.
    [500, PARTICIPANT],
  ])('counts a refusal with %i %s as joined', (status, text) => {
    expect(isAlreadyJoined(refusal(status, text))).toBe(true);
  });

  it.each([
    refusal(400, body('User has joined another event')),
    refusal(401, body('Please sign in.')),
    refusal(403, body('The owner has removed you.')),
  ])('does not count %s as joined', (error) => expect(isAlreadyJoined(error)).toBe(false));
});

const event = {
  id: 'evt_1',
  privacy: 'public',
  isPaid: false,
  createdBy: 'usr_host',
  role: 'user',
} as EventView;

/** Presses Add Media as a user who has not joined, on a page that may be left. @returns what it has opened */
async function press(client: QueryClient, { signal } = new AbortController()) {
  const open = vi.fn<(dialog: string) => void>();
  const user = { id: 'usr_1' };
  const facts = { event, user, hasJoined: false, hasPaid: false, hasGuestInfo: false, isKeptOut: false };
  await pressAddMedia(uploadEligibility(facts), {
    eventId: event.id,
    client,
    open,
    setJoining: vi.fn<() => void>(),
    navigate: vi.fn<() => void>(),
    signal,
  });
  return open.mock.calls.flat();
}

/** @returns the effect of a join with this response */
async function joinWithResponse(status: number, text: string) {
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
  const client = createQueryClient();
  client.setQueryData(queryKeys.event(event.id), event);
  const opened = await press(client);
  const { role } = client.getQueryData<EventView>(queryKeys.event(event.id)) ?? {};
  return { isOpened: opened.includes('uploader'), role, toast: toastStore.toastAt('page')?.title };
}

describe('joining by Add Media', () => {
  let closeOutlet: () => void;
  beforeAll(() => {
    closeOutlet = toastStore.open('page');
  });
  afterAll(() => closeOutlet());
  afterEach(() => {
    vi.unstubAllGlobals();
    toastStore.dismiss();
  });

  it.each([
    [409, body('Conflict.')],
    [400, body(JOINED)],
    [400, body(PARTICIPANT)],
    [500, PARTICIPANT],
  ])('opens the uploader without a toast if refused with %i %s', async (status, text) => {
    expect(await joinWithResponse(status, text)).toEqual({
      isOpened: true,
      role: 'participant',
      toast: undefined,
    });
  });

  it('shows a toast for a new membership', async () => {
    expect(await joinWithResponse(201, body('Joined'))).toEqual({
      isOpened: true,
      role: 'participant',
      toast: 'Joined Event',
    });
  });

  it('leaves it to the notice that somebody else is signed in', async () => {
    for (const id of ['usr_1', 'usr_2']) sessionWatch.learn({ id } as UserView);
    const text = JSON.stringify({ code: 'session_changed', message: 'Somebody else is signed in.' });
    expect(await joinWithResponse(401, text)).toEqual({ isOpened: false, role: 'user', toast: undefined });
  });

  it('leads nobody to sign-in who has left the page before the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const page = new AbortController();
    const assign = vi.fn<(href: string) => void>();
    vi.stubGlobal('location', { assign });
    vi.stubGlobal('fetch', async () => {
      page.abort();
      return new Response(body('Please sign in.'), { status: 401 });
    });
    await press(createQueryClient(), page);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(assign).not.toHaveBeenCalled();
    expect(toastStore.toastAt('page')).toBeNull();
  });

  it('opens nothing if it fails', async () => {
    expect(await joinWithResponse(403, body('The owner has removed you.'))).toEqual({
      isOpened: false,
      role: 'user',
      toast: 'Error',
    });
  });
});
