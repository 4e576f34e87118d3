import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eligibilityTexts } from '../../shared/eligibility-messages.ts';
import { loadUploadEngine } from '../../web/src/features/uploads/use-uploads.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import { EventGallery } from '../../web/src/routes/event/gallery.tsx';
import { type Answers, fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMediaList, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

// Uploads on an event's page, which loads their code on demand.

const ada = sampleUser({ id: 'usr_ada', firstName: 'Ada' });
const card = page.getByRole('region', { name: 'Uploads' });
const addMedia = page.getByRole('button', { name: 'Add Media' });
const dialog = page.getByRole('dialog', { name: 'Upload Media' });
const photo = (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  size: 5,
  fingerprint: name,
  blob: new Blob(['photo']),
});
let user: typeof ada | null;

const answers = (): Answers => ({
  'GET /api/auth/user': () => user ?? new Refusal(401),
  'GET /api/events/{eventId}/media': () => [],
});

beforeEach(() => {
  user = null;
});
afterEach(() => {
  vi.restoreAllMocks();
  writeGuest(null);
});

describe('files that no storage takes', () => {
  beforeEach(() => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('There is none.', 'InvalidStateError');
    });
  });

  it('stay on the screen when the session ends, and wait until the server has confirmed their person', async () => {
    let session: () => typeof ada | Refusal | typeof NO_NETWORK = () => ada;
    const sent = fakeApi({
      ...answers(),
      'GET /api/auth/user': () => session(),
      'POST /api/objects/upload': () => new Refusal(401),
    });
    const { client } = await show(
      <EventGallery event={sampleEvent({ role: 'participant' })} refusal={null} />,
    );
    const { queue } = await loadUploadEngine(client);
    const look = () => client.refetchQueries({ queryKey: queryKeys.session });
    const tries = () => sent.filter(({ name }) => name === 'POST /api/objects/upload').length;
    const signIn = card.getByRole('link', { name: 'Sign In' });
    await look();
    queue.add([photo('a.jpg')], { eventId: EVENT_ID, uploader: 'user:usr_ada' });
    await expect.element(signIn).toHaveAttribute('target', '_blank');
    session = () => NO_NETWORK;
    await look();
    document.dispatchEvent(new Event('visibilitychange'));
    await queue.written();
    expect(tries()).toBe(1);
    session = () => new Refusal(401);
    await look();
    await expect.element(addMedia).toHaveAttribute('title', eligibilityTexts.needsGuestInfo);
    await expect.element(card).toMatchTextContent('Keep this page open.');
    await expect.element(signIn).toBeVisible();
    session = () => ada;
    await look();
    await vi.waitFor(() => expect(tries()).toBe(2));
    queue.forget('user:usr_ada');
    await expect.element(card).not.toBeInTheDocument();
  });
});

it('the uploader that has crashed opens at the next press', async () => {
  writeGuest({ id: 'gst_grace', name: 'Grace', token: 'token', email: null });
  fakeApi(answers());
  await show(<EventGallery event={sampleEvent({ role: 'anonymous' })} refusal={null} />);
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementationOnce(() => {
    throw new Error('It has crashed.');
  });
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await addMedia.click();
  await expect.element(page.getByText('Failed to open upload dialog.')).toBeVisible();
  await addMedia.click();
  await expect.element(dialog).toBeVisible();
});

describe('the question for a guest’s name is withdrawn once somebody has signed in in another tab', () => {
  const name = page.getByRole('textbox', { name: 'Name' });
  const expectToCloseAfterSignInElsewhere = async (client: QueryClient) => {
    await expect.element(name).toBeVisible();
    user = ada;
    await client.refetchQueries({ queryKey: queryKeys.session });
    await expect.element(name).not.toBeInTheDocument();
    user = null;
    await client.refetchQueries({ queryKey: queryKeys.session });
    await expect.element(page.getByRole('heading', { name: 'Summer party' })).toBeVisible();
    await expect.element(name).not.toBeInTheDocument();
  };

  it('before uploading', async () => {
    fakeApi(answers());
    const { client } = await show(<EventGallery event={sampleEvent({ role: 'anonymous' })} refusal={null} />);
    await addMedia.click();
    await expectToCloseAfterSignInElsewhere(client);
  });

  it('before voting', async () => {
    fakeApi({ ...answers(), 'GET /api/events/{eventId}/media': () => sampleMediaList(1) });
    const { client } = await show(<EventGallery event={sampleEvent({ role: 'anonymous' })} refusal={null} />);
    // It is over the photo, and there before the pointer is.
    await page.getByRole('button', { name: /^Vote/ }).click({ force: true });
    await expectToCloseAfterSignInElsewhere(client);
  });

  it('before paying', async () => {
    fakeApi(answers());
    const event = sampleEvent({ role: 'anonymous', isPaid: true, hasPaid: false, price: '5.00' });
    const { client } = await show(<EventGallery event={event} refusal={null} />);
    await page.getByRole('link', { name: /Pay/ }).click();
    await expectToCloseAfterSignInElsewhere(client);
  });
});
