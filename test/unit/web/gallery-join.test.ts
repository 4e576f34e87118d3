import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventView } from '../../../shared/contract/entities.ts';
import { useAddMedia } from '../../../web/src/features/uploads/use-add-media.ts';
import { isAlreadyJoined, saysAlreadyJoined } from '../../../shared/rules/already-joined.ts';
import { CallError } from '../../../web/src/lib/call.ts';
import { createQueryClient } from '../../../web/src/lib/query-client.ts';
import { toastStore } from '../../../web/src/ui/toast-store.ts';

// Whoever was in already is told so by the status or by the words of the answer; either counts as joined.

const JOINED = 'User has already joined this event';
const PARTICIPANT = 'Already a participant';
const body = (message: string) => JSON.stringify({ message });
const refusal = (status: number, text: string) => new CallError({ status, statusText: '', text });

describe('a join that was tried by looking', () => {
  it.each([
    ['Joined', false],
    [JOINED, true],
    [PARTICIPANT, true],
  ])('and answered with %j says whether one was in before: %s', (message, isIn) => {
    expect(saysAlreadyJoined(message)).toBe(isIn);
  });

  it.each([
    [409, body('Conflict.')],
    [400, body(JOINED)],
    [400, body(PARTICIPANT)],
    // As a proxy may put it.
    [500, PARTICIPANT],
  ])('and refused with %i %s counts as joined', (status, text) => {
    expect(isAlreadyJoined(refusal(status, text))).toBe(true);
  });

  it.each([
    refusal(400, body('User has joined another event')),
    refusal(401, body('Please sign in.')),
    refusal(403, body('The owner has removed you.')),
  ])('and failed with %s does not', (error) => expect(isAlreadyJoined(error)).toBe(false));
});

const event = {
  id: 'evt_1',
  privacy: 'public',
  isPaid: false,
  createdBy: 'usr_host',
  role: 'user',
} as EventView;

/** Presses Add Media as somebody signed in who has not joined. The uploader's code never comes: the answer is what counts. */
async function pressAddMedia(client: QueryClient) {
  const load = vi.fn<() => Promise<unknown>>(() => new Promise(() => {}));
  let press: (() => void) | undefined;
  const Adding = () => {
    ({ press } = useAddMedia({ event, user: { id: 'usr_1' }, hasPaid: false, hasGuestInfo: false, load }));
    return null;
  };
  const page = createElement(MemoryRouter, null, createElement(Adding));
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, page));
  press?.();
  await new Promise((resolve) => setImmediate(resolve));
  return load;
}

/** @returns what became of it, the join having been answered so */
async function joinAnsweredWith(status: number, text: string) {
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
  const client = createQueryClient();
  client.setQueryData(['/api/events', event.id], event);
  const load = await pressAddMedia(client);
  const { role } = client.getQueryData<EventView>(['/api/events', event.id]) ?? {};
  return { isOpened: load.mock.calls.length > 0, role, toast: toastStore.toastAt('page')?.title };
}

describe('a join that adding media asked for', () => {
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
  ])('and that was refused with %i %s opens the uploader without a word', async (status, text) => {
    expect(await joinAnsweredWith(status, text)).toEqual({
      isOpened: true,
      role: 'participant',
      toast: undefined,
    });
  });

  it('and that is new is told of', async () => {
    expect(await joinAnsweredWith(201, body('Joined'))).toEqual({
      isOpened: true,
      role: 'participant',
      toast: 'Joined Event',
    });
  });

  it('and that failed opens nothing', async () => {
    expect(await joinAnsweredWith(403, body('The owner has removed you.'))).toEqual({
      isOpened: false,
      role: 'user',
      toast: 'Error',
    });
  });
});
