import type { QueryClient } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { loadUploadEngine } from '../../web/src/features/uploads/use-uploads.ts';
import { readGuest, writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { browserReport, type Report } from '../../web/src/lib/note-problem.ts';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectKeyboard, openByKeyboard, pressEnterOn } from './by-keyboard.ts';
import { expectFit } from './expect-fit.ts';
import { expectRoom } from './expect-room.ts';
import { expectToast } from './expect-toast.ts';
import { type Answers, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, sampleMediaList } from './sample-views.ts';
import { EVENT_PATH, NARROW, showSite } from './show-site.tsx';
import { TakenPut } from './taken-put.ts';

// A guest's uploads on an event's page.

const ISSUE = 'POST /api/objects/upload/guest';
const SAVE = 'POST /api/events/{eventId}/media/guest';
const card = page.getByRole('region', { name: 'Uploads' });
const dialog = page.getByRole('dialog', { name: 'Upload Media' });

/** Words that do not fit a narrow window in one line. */
const LONG = {
  name: 'Donaudampfschifffahrtsgesellschaft',
  description: 'https://example.com/a-very-long-address-that-nobody-broke-into-lines',
};

/** For one test, the narrowest window that there is. */
async function narrow(): Promise<void> {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(...NARROW);
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', TakenPut);
  TakenPut.sent.length = 0;
  vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});

const ticket = () => ({ url: 'https://store.example/1', objectPath: '/objects/uploads/upl_1' });

/** Shows the event to Grace, whose files are taken if nothing else is answered. */
const showToGrace = (answers: Answers = {}) =>
  showSite({
    at: EVENT_PATH,
    as: 'guest',
    answers: {
      [ISSUE]: ticket,
      [SAVE]: ({ body }) => ({
        ...sampleMedia({ id: `med_${(body as { filename: string }).filename}` }),
        duplicateOf: null,
      }),
      'POST /api/objects/public': ({ body }) => ({ objectPath: (body as { objectPath: string }).objectPath }),
      'GET /api/media/{mediaId}': ({ path }) => sampleMedia({ id: path.split('/').at(-1) }),
      ...answers,
    },
  });

// No two alike, or they would be left out as sent before.
const photoFile = (name: string) => new File([name, crypto.randomUUID()], name, { type: 'image/jpeg' });

async function send(names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  await page.getByLabelText(/^Click to select files/).upload(names.map(photoFile));
  await page.getByRole('button', { name: `Upload ${names.length} file(s)` }).click();
}

const allFailed = (count: number) =>
  expect
    .poll(() => dialog.getByRole('listitem').filter({ hasText: 'Failed' }).elements())
    .toHaveLength(count);

/** Closes the dialog over failed files, and then the card that shows them. */
async function closeCard(text: string): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.element(card).toMatchTextContent(text);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
}

const savedNames = (sent: Awaited<ReturnType<typeof showSite>>['sent']) =>
  sent.filter(({ name }) => name === SAVE).map(({ body }) => (body as { originalName: string }).originalName);

/** How many files are stored in the browser. */
async function storedFiles(): Promise<number> {
  const database = await openDB('uploads');
  const keys = await database.getAllKeys('files');
  database.close();
  return keys.length;
}

/** Sends two files while the network is gone, which the page has to be kept open for, and then arrive. */
async function expectSentFromMemory(afterSending?: (client: QueryClient) => Promise<void>): Promise<void> {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { client, sent } = await showToGrace();
  await send(['a.jpg', 'b.jpg']);
  await afterSending?.(client);
  await expect.element(dialog).toMatchTextContent('Waiting for the network. Keep this page open.');
  network.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await expect.element(dialog).toMatchTextContent('Upload Complete! Your files');
  expect(savedNames(sent).toSorted()).toEqual(['a.jpg', 'b.jpg']);
}

// What cannot be opened is in event-uploads.test.tsx.
it('a browser whose storage never answers uploads files, and asks to be kept open while the network is gone', async () => {
  const request = Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as IDBOpenDBRequest;
  vi.spyOn(indexedDB, 'open').mockReturnValue(request);
  await expectSentFromMemory();
});

it('a guest whom the server does not know gives a name again, and loses no files', async () => {
  let isKnown = true;
  const unlessForgotten = <T,>(fields: unknown, answer: T) =>
    isKnown || (fields as { guestId?: string }).guestId !== 'gst_grace'
      ? answer
      : new Refusal(401, { code: 'unauthenticated', message: 'Unknown guest.' });
  const { client, sent } = await showToGrace({
    'GET /api/events/{eventId}/media': ({ query }) => unlessForgotten(query, []),
    [ISSUE]: ({ body }) => unlessForgotten(body, ticket()),
    'POST /api/guests': () => ({ id: 'gst_nora', name: 'Nora', token: 'token', email: null }),
  });
  await expect.element(page.getByText('No photos yet')).toBeVisible();
  isKnown = false;
  await send(['a.jpg', 'b.jpg']);
  await allFailed(2);
  await userEvent.keyboard('{Escape}');
  await client.invalidateQueries();
  await expect.poll(readGuest).toBeNull();
  await expect.poll(storedFiles).toBe(2);
  await card.getByRole('button', { name: 'Retry All' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora');
  await page.getByRole('button', { name: 'Continue as Guest' }).click();
  await expect.poll(() => savedNames(sent).toSorted()).toEqual(['a.jpg', 'b.jpg']);
  const savers = sent.filter(({ name }) => name === SAVE).map(({ body }) => body);
  expect(savers).toEqual([1, 2].map(() => expect.objectContaining({ guestId: 'gst_nora' })));
  const arrived = await Promise.all(TakenPut.sent.map((body) => (body as Blob).text()));
  expect(arrived.toSorted()).toEqual([expect.stringMatching(/^a\.jpg/), expect.stringMatching(/^b\.jpg/)]);
  await expect.element(card).not.toBeInTheDocument();
});

/** The transaction of a write, aborted as by a browser that finds no room. */
function abortFor(this: IDBObjectStore): void {
  this.transaction.abort();
}

it.each(['at once', 'when it has taken all'])(
  'a browser that finds %s that it has no room for files uploads them, and asks to be kept open while the network is gone',
  async (when) => {
    const { put } = IDBObjectStore.prototype;
    const tried = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      const request = put.apply(this, row);
      if (when === 'at once') abortFor.call(this);
      else request.addEventListener('success', abortFor.bind(this));
      return request;
    });
    // Until storage was tried, the page has to be kept open anyway.
    await expectSentFromMemory(async (client) => {
      await expect.element(dialog.getByText('0 of 2 safe')).toBeVisible();
      await (await loadUploadEngine(client)).queue.written();
    });
    expect(tried).toHaveBeenCalled();
  },
);

it('files of which some fail are told of at once, and how many were saved at the end', async () => {
  const held = Promise.withResolvers<void>();
  await showToGrace({
    [SAVE]: async ({ body }) => {
      const { filename } = body as { filename: string };
      if (filename === 'fake.jpg') return new Refusal(400);
      await held.promise;
      return { ...sampleMedia({ id: 'med_saved' }), duplicateOf: null };
    },
  });
  await send(['fake.jpg', 'photo.jpg']);
  await expectToast('Upload Failed', 'Some files failed to upload. Please try again.');
  held.resolve();
  await expectToast(
    'Partial Success',
    'Saved 1 file(s), but 1 failed. Please try uploading the failed files again.',
  );
  await closeCard('1 of 2 safe');
});

it('files that were not sent stay on the screen when the event is deleted, until their list is closed', async () => {
  let event: () => ReturnType<typeof sampleEvent> | Refusal = () => sampleEvent({ role: 'anonymous' });
  const { client } = await showToGrace({
    'GET /api/events/{eventId}': () => event(),
    [ISSUE]: () => new Refusal(404),
  });
  await send(['a.jpg', 'b.jpg', 'c.jpg']);
  await allFailed(3);
  await userEvent.keyboard('{Escape}');
  await expect.element(card).toMatchTextContent('0 of 3 safe');
  event = () => new Refusal(404);
  await client.refetchQueries({ queryKey: queryKeys.event(EVENT_ID) });
  await expect.element(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  expect(card.getByRole('button', { name: /^Retry .\.jpg/ }).elements()).toHaveLength(3);
  await (await loadUploadEngine(client)).queue.written();
  expect(await storedFiles()).toBe(3);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.poll(storedFiles).toBe(0);
});

it('failed files and one that goes on have no violations in the dialog, nor on its page', async () => {
  const held = Promise.withResolvers<Refusal>();
  await showToGrace({
    [ISSUE]: ({ body }) =>
      (body as { fileSize: number }).fileSize > 'a.jpg'.length + 36 ? held.promise : new Refusal(400),
  });
  await send(['a.jpg', 'b.jpg', 'larger.jpg']);
  await expect
    .poll(() => dialog.getByRole('listitem').filter({ hasText: 'Failed' }).elements())
    .toHaveLength(2);
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Uploading' })).toBeVisible();
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  await expectNoViolations('all');
  held.resolve(new Refusal(400));
  await allFailed(3);
  await closeCard('0 of 3 safe');
});

it('progress is a native progress bar with forced colors, which remove backgrounds', async () => {
  await commands.setForcedColors('active');
  onTestFinished(() => commands.setForcedColors('none'));
  const held = Promise.withResolvers<Refusal>();
  await showToGrace({ [ISSUE]: () => held.promise });
  await send(['a.jpg']);
  const bar = dialog.getByRole('progressbar');
  await expect.element(bar).toBeVisible();
  expect(getComputedStyle(bar.element()).appearance).toBe('auto');
  expect(bar.element().getBoundingClientRect().height).toBeGreaterThan(6);
  held.resolve(new Refusal(400));
  await allFailed(1);
  await closeCard('0 of 1 safe');
});

it('refused files are retried by keyboard without losing the focus', async () => {
  let isRefused = true;
  const { sent } = await showToGrace({ [ISSUE]: () => (isRefused ? new Refusal(400) : ticket()) });
  await send(['a.jpg', 'b.jpg']);
  await allFailed(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(card).toMatchTextContent('0 of 2 safe');
  isRefused = false;
  const retry = async (name: string) => {
    (card.getByRole('button', { name: `Retry ${name}` }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
  };
  await retry('b.jpg');
  await expect.element(card).toMatchTextContent('1 of 2 safe');
  await expect.element(card.getByRole('listitem').filter({ hasText: 'b.jpg' })).toHaveFocus();
  await retry('a.jpg');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Summer party' })).toHaveFocus();
  expect(savedNames(sent)).toEqual(['b.jpg', 'a.jpg']);
});

it('a file that was given up is reported by the step that failed, and nothing of the file', async () => {
  const reports: Report[] = [];
  browserReport.flush(() => true);
  await showToGrace({ [SAVE]: () => new Refusal(400) });
  await send(['Zephyrine Quillfeather.jpg']);
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Error Saving Media' }).first())
    .toMatchTextContent('Failed to save media to the gallery. Please try again.');
  browserReport.flush((report) => reports.push(report) > 0);
  // Which page it was is told by the browser's address, which is not the router's here.
  const failed = { kind: 'failed-upload', step: 'saving', page: expect.any(String), times: 1 };
  expect(reports).toEqual([{ problems: [failed] }]);
  await closeCard('0 of 1 safe');
});

describe('a very narrow and a very wide window have room for', () => {
  const showLong = (site: Partial<Parameters<typeof showSite>[0]>) =>
    showSite({ at: EVENT_PATH, as: 'guest', event: LONG, ...site });

  it('selected files', async () => {
    await narrow();
    await showLong({ media: () => sampleMediaList(3) });
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    await page
      .getByLabelText(/^Click to select files/)
      .upload([photoFile('a.jpg'), new File(['plan'], 'plan.txt', { type: 'text/plain' })]);
    await expectRoom({ see: /plan\.txt/, isNewToAxe: true });
  });

  it('a file that failed', async () => {
    await narrow();
    await showLong({ answers: { [ISSUE]: () => new Refusal(400, { message: 'That is no picture.' }) } });
    await send(['broken.jpg']);
    await allFailed(1);
    await userEvent.keyboard('{Escape}');
    await expectRoom({ see: 'Retry' });
    await card.getByRole('button', { name: 'Close' }).click();
    await expect.element(card).not.toBeInTheDocument();
  });
});

it('the dialog is usable by keyboard alone, keeps the focus, and is not closed by Escape while uploading', async () => {
  await narrow();
  await showSite({
    at: EVENT_PATH,
    as: 'guest',
    event: { ...LONG, mediaCount: 0 },
    answers: { [ISSUE]: () => new Promise<never>(() => {}) },
  });
  const opener = page.getByRole('button', { name: 'Add Media' }).first();
  await expectKeyboard(opener, dialog);
  await openByKeyboard(opener, dialog);
  await expectNoViolations('all');
  const files = [7, 8, 9].map((seed) => new File([`${seed}`], `${seed}.jpg`, { type: 'image/jpeg' }));
  await page.getByLabelText(/^Click to select files/).upload(files);
  // What is removed or replaced gives the focus to what takes its place.
  for (const removed of ['7.jpg', '9.jpg']) {
    await pressEnterOn(dialog.getByRole('button', { name: `Remove ${removed}` }));
    await expect.element(dialog.getByRole('listitem').filter({ hasText: '8.jpg' })).toHaveFocus();
  }
  await pressEnterOn(dialog.getByRole('button', { name: 'Upload 1 file(s)' }));
  await vi.waitFor(() =>
    expect(document.querySelector(':focus ul')?.getAttribute('aria-label')).toBe('Files'),
  );
  await expect.element(dialog.getByText('0 of 1 safe')).toBeVisible();
  for (let times = 0; times < 3; times += 1) await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await expectFit();
});
