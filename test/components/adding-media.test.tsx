import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { EventView, MediaView } from '../../shared/contract/entities.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoToast, expectToast } from './expect-toast.ts';
import { NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, sampleUser } from './sample-views.ts';
import { showEvent } from './show-event.tsx';
import { EVENT_PATH, showSite } from './show-site.tsx';
import { TakenPut } from './taken-put.ts';

// What Add Media says, and what pressing it takes.

const JOIN = 'POST /api/events/{eventId}/join';
const PAID = 'GET /api/events/{eventId}/payment-status';
const ada = sampleUser({ id: 'usr_ada', firstName: 'Ada' });
const grace = { id: 'gst_grace', name: 'Grace', token: 'secret', email: null };
const unpaid = { hasPaid: false, isProcessing: false, state: null };
const addMedia = page.getByRole('button', { name: 'Add Media' });
const uploader = page.getByRole('dialog', { name: 'Upload Media' });
const expectHint = (hint: string) => expect.element(addMedia).toHaveAttribute('title', hint);
const seenBy = (role: EventView['role'], changes: Partial<EventView> = {}) =>
  sampleEvent({ role, hasPaid: false, ...changes });
const paid = { isPaid: true, price: '12.50' };

beforeEach(() => {
  // It opens the system's file picker.
  vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});

/** The page that a refusal leads on to, after a while, would take the place of the tests. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

async function pictureFile(width: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, 800);
  canvas.getContext('2d')?.fillRect(0, 0, width, 800);
  const picture = await canvas.convertToBlob({ type: 'image/jpeg' });
  return new File([picture], `${width}.jpg`, { type: 'image/jpeg' });
}

it('files are kept for good while they are sent, and shown as small copies', async () => {
  vi.stubGlobal('XMLHttpRequest', TakenPut);
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
  const saved: MediaView[] = [];
  await showSite({
    at: EVENT_PATH,
    as: 'guest',
    media: () => saved,
    answers: {
      'POST /api/objects/upload/guest': () => ({
        url: 'https://store.example/1',
        objectPath: '/objects/uploads/upl_1',
      }),
      'POST /api/events/{eventId}/media/guest': ({ body }) => {
        const id = `med_${(body as { filename: string }).filename}`;
        const item = sampleMedia({ id, isOwn: true, state: 'processing', renditions: {} });
        saved.push(item);
        return { ...item, duplicateOf: null };
      },
      'POST /api/objects/public': ({ body }) => ({ objectPath: (body as { objectPath: string }).objectPath }),
    },
  });
  await addMedia.first().click();
  const pictures = await Promise.all([1201, 1202].map(pictureFile));
  await page.getByLabelText(/^Click to select files/).upload(pictures);
  expect(persist).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Upload 2 file(s)' }).click();
  const widths = () =>
    [...document.querySelectorAll<HTMLImageElement>('main img[src^="blob:"]')].map(
      ({ naturalWidth }) => naturalWidth,
    );
  await expect.poll(widths).toEqual([1024, 1024]);
  expect(persist).toHaveBeenCalledOnce();
});

it('the owner uploads as the owner, and pays nothing', async () => {
  await showEvent(seenBy('owner', paid), { user: sampleUser() });
  await expectHint('Upload as event owner');
  await expect.element(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible();
  await expect.element(page.getByText('Payment Required')).not.toBeInTheDocument();
});

it('a guest uploads as a guest', async () => {
  writeGuest(grace);
  await showEvent(seenBy('guest'));
  await expectHint('Upload as guest');
  await addMedia.click();
  await expect.element(uploader).toBeVisible();
});

it('an anonymous visitor gives a name first, and is stored as a guest', async () => {
  const wrongEmail = 'Use an e-mail address like name@example.com, or leave it empty.';
  const refusals: (typeof NO_NETWORK)[] = [NO_NETWORK];
  const { sent } = await showEvent(seenBy('anonymous'), {
    more: {
      'POST /api/guests': ({ body }) => refusals.shift() ?? { ...grace, ...(body as { name: string }) },
    },
  });
  await expectHint('Enter your name to upload as a guest');
  await addMedia.click();
  const card = page.getByRole('dialog', { name: 'Upload as Guest', exact: true });
  await expect.element(card).toBeVisible();
  expect([...document.querySelectorAll('dialog label')].map(({ textContent }) => textContent)).toEqual([
    'Name *',
    'Email (optional)',
  ]);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await addMedia.click();
  const goOn = card.getByRole('button', { name: 'Continue as Guest' });
  const email = card.getByLabelText('Email');
  await card.getByLabelText('Name').fill('  ');
  await goOn.click();
  await expectToast('Name Required', 'Please enter your name to continue.');
  await card.getByLabelText('Name').fill(' Ida ');
  await goOn.click();
  await expectToast('Error', 'Failed to register as guest. Please try again.');
  await email.fill('ida@');
  await goOn.click();
  await expect.element(email).toHaveAccessibleDescription(wrongEmail);
  expect([...document.querySelectorAll('dialog [aria-invalid="true"]')]).toEqual([email.element()]);
  await email.fill('ida@example.com');
  await goOn.click();
  await expectToast('Welcome!');
  await expect.element(uploader).toBeVisible();
  await expectHint('Upload as guest');
  const stored = JSON.parse(localStorage.getItem('guest_credentials') ?? '');
  expect(stored).toEqual({ id: 'gst_grace', token: 'secret', name: 'Ida', email: 'ida@example.com' });
  expect(sent.findLast(({ name }) => name === 'POST /api/guests')?.body).toEqual({
    name: 'Ida',
    email: 'ida@example.com',
  });
});

it('who has not paid is led to the checkout', async () => {
  writeGuest(grace);
  const { address } = await showEvent(seenBy('guest', paid), { more: { [PAID]: () => unpaid } });
  await expectHint('This is a paid event. Payment required to upload.');
  stopClock();
  await addMedia.click();
  await expectToast('Payment Required', 'This is a paid event. Payment required to upload.');
  // Long enough to have read why.
  await vi.advanceTimersByTimeAsync(1000);
  expect(address()).toBe(`/event/${EVENT_ID}`);
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(address).toBe(`/event/${EVENT_ID}/checkout`);
});

it('who leaves the page before they have a name to pay with is not led to the checkout', async () => {
  const registered = Promise.withResolvers<typeof grace>();
  const { address, update } = await showEvent(seenBy('anonymous', paid), {
    more: { [PAID]: () => unpaid, 'POST /api/guests': () => registered.promise },
  });
  await page.getByRole('link', { name: 'Pay $12.50 to Access' }).click();
  const card = page.getByRole('dialog', { name: 'Pay as Guest', exact: true });
  await card.getByLabelText('Name').fill('Grace');
  await card.getByRole('button', { name: 'Continue as Guest' }).click();
  await update(<p>Elsewhere</p>);
  registered.resolve(grace);
  await expectToast('Welcome!');
  // Where it leads to would be drawn by then.
  await update(<p>Still there</p>);
  await expect.element(page.getByText('Still there')).toBeVisible();
  expect(address()).toBe(`/event/${EVENT_ID}`);
});

describe('a user', () => {
  it('joins by opening the event', async () => {
    await showEvent(seenBy('user'), {
      user: ada,
      more: { [JOIN]: () => ({ message: 'Joined', role: 'participant' }) },
    });
    await expectToast('Welcome to the Event!');
    await expectHint('Upload to event');
  });

  it('joins by adding media if that failed', async () => {
    let answer: typeof NO_NETWORK | { message: string; role: 'participant' } = NO_NETWORK;
    const { sent } = await showEvent(seenBy('user'), { user: ada, more: { [JOIN]: () => answer } });
    const joins = () => sent.filter(({ name }) => name === JOIN).length;
    await expectHint('Join the event to start uploading');
    await expect.poll(joins).toBe(1);
    await expectNoToast();
    await addMedia.click();
    await expectToast('Error', 'Failed to join event. Please try again.');
    answer = { message: 'Joined', role: 'participant' };
    await addMedia.click();
    await expectToast('Joined Event');
    await expect.element(uploader).toBeVisible();
    await expectHint('Upload to event');
    expect(joins()).toBe(3);
  });

  it('who joined elsewhere meanwhile counts as joined, without a second welcome', async () => {
    const { sent } = await showEvent(seenBy('user'), {
      user: ada,
      more: { [JOIN]: () => new Refusal(409, { message: 'User has already joined this event' }) },
    });
    await expectHint('Upload to event');
    await expectNoToast();
    await addMedia.click();
    await expect.element(uploader).toBeVisible();
    expect(sent.filter(({ name }) => name === JOIN)).toHaveLength(1);
  });

  it('whose session has ended is asked to sign in', async () => {
    await showEvent(seenBy('user'), { user: ada, more: { [JOIN]: () => new Refusal(401) } });
    await expectHint('Join the event to start uploading');
    stopClock();
    await addMedia.click();
    await expectToast('Authentication Required', 'Please log in to join this event.');
  });

  it('whose session could not be looked up counts as signed out, without another look', async () => {
    const { sent } = await showEvent(seenBy('participant', { privacy: 'private' }), {
      more: { 'GET /api/auth/user': () => NO_NETWORK },
    });
    stopClock();
    await addMedia.click();
    await expectToast('Authentication Required', 'This is a private event. Please sign in to upload.');
    expect(sent.filter(({ name }) => name === 'GET /api/auth/user')).toHaveLength(1);
  });

  it('who has not paid is told so', async () => {
    await showEvent(seenBy('participant', paid), { user: ada, more: { [PAID]: () => unpaid } });
    await expectHint('This is a paid event. Payment required to upload.');
  });
});
