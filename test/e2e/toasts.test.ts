import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileChooser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guest, newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press, whileFailing } from './toast-steps.ts';

// The exact toasts for actions and their failures. Failures come from aborted requests or concurrent changes; all
// responses are real.

const testBed = newTestBed('Pier');
const { newEvent } = testBed;
let eventId: string;

beforeAll(async () => {
  eventId = await newEvent();
});

const pageOf = async (identity?: SignedIn | Guest): Promise<Page> => (await testBed.newPerson(identity)).page;

describe('the host of an event', () => {
  let page: Page;
  beforeAll(async () => {
    page = await pageOf(testBed.olive);
  });

  it('creates an event and copies its link', async () => {
    await page.goto('/create');
    await page.getByLabel(/Event Name/).fill('Short-lived');
    await whileFailing(page, ['POST', '**/api/events'], async () => {
      await press(page, 'Create Event');
      await expectToast(page, 'Error', 'Failed to create event. Please try again.');
    });
    await press(page, 'Create Event');
    await expectToast(page, 'Event Created', 'Your event has been created successfully!');
    await press(page, 'Copy Link');
    await expectToast(page, 'Link Copied!');
    // A browser without clipboard access.
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await press(page, 'Copy Link');
    await expectToast(page, 'Copy Failed', 'Failed to copy link. Please try again.');
  });

  it('edits, shares and deletes the event', async () => {
    await page.getByRole('link', { name: 'View Event Gallery' }).click();
    await press(page, 'Edit Event');
    await whileFailing(page, ['PUT', '**/api/events/*'], async () => {
      await press(page, 'Save Changes');
      await expectToast(page, 'Update Failed', 'Failed to update event');
    });
    await page.getByLabel('Event Name').fill('Gone soon');
    await press(page, 'Save Changes');
    await expectToast(page, 'Event Updated');
    await page.getByRole('heading', { name: 'Gone soon', exact: true }).waitFor();

    await press(page, 'Share Event');
    await whileFailing(page, ['PUT', '**/api/events/*'], async () => {
      await page.getByRole('button', { name: /^Public/ }).click();
      await expectToast(page, 'Update Failed', 'Failed to update privacy settings.');
    });
    await page.getByRole('button', { name: /^Public/ }).click();
    await expectToast(page, 'Privacy Updated', 'Event is now public.');
    await press(page, 'Done');

    await press(page, 'Delete Event');
    await whileFailing(page, ['DELETE', '**/api/events/*'], async () => {
      await press(page, 'Delete');
      await expectToast(page, 'Delete Failed', 'Failed to delete event');
    });
    await press(page, 'Delete');
    await expectToast(page, 'Event Deleted');
    await page.getByRole('heading', { name: 'Hi Olive' }).waitFor();
  });

  it('moderates an event', async () => {
    const moderated = await newEvent({ privacy: 'public', moderationEnabled: true });
    for (const seed of [1, 2, 3, 4]) await upload(testBed.olive, moderated, await jpegFile(seed));
    await page.goto(`/event/${moderated}/moderate`);
    await whileFailing(page, ['PUT', '**/moderate'], async () => {
      await press(page, 'Approve photo-1.jpg');
      await expectToast(page, 'Error', 'Failed to moderate media. Please try again.');
    });
    await press(page, 'Approve photo-1.jpg');
    await expectToast(page, 'Media Approved');
    await press(page, 'Reject photo-2.jpg');
    await expectToast(page, 'Media Rejected');
    await press(page, 'Delete photo-3.jpg');
    await whileFailing(page, ['DELETE', '**/media/*'], async () => {
      await press(page, 'Delete');
      await expectToast(page, 'Delete Failed', 'Failed to delete media');
    });
    await press(page, 'Delete photo-3.jpg');
    await press(page, 'Delete');
    await expectToast(page, 'Media Deleted');
    // Signed out elsewhere.
    await page.context().clearCookies();
    await press(page, 'Approve photo-4.jpg');
    await expectToast(page, 'Unauthorized', "You don't have permission to moderate this content.");
  });

  it('deletes a photo in the gallery, where a failure is only logged', async () => {
    await testBed.add(eventId, [5]);
    page = await pageOf(testBed.olive);
    await page.goto(`/event/${eventId}`);
    await page.getByRole('link', { name: /^Photo 1$/ }).click();
    await page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Media' });
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Deleting media failed'),
    );
    await whileFailing(page, ['DELETE', '**/media/*'], async () => {
      await question.getByRole('button', { name: 'Delete' }).click();
      await logged;
    });
    expect(await page.locator('[data-tone] strong').count()).toBe(0);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Media Deleted');
  });
});

/** A photo as a file chooser takes it. */
async function photo(seed: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { name, type: mimeType, bytes: buffer } = await jpegFile(seed);
  return { name, mimeType, buffer };
}

describe('a guest', () => {
  let page: Page;
  let folder: string;
  const notAPhoto = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear diary') };

  beforeAll(async () => {
    page = await pageOf();
    folder = await mkdtemp(path.join(tmpdir(), 'toasts-'));
    await page.clock.install();
    await page.goto(`/event/${eventId}`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function pick(files: Parameters<FileChooser['setFiles']>[0]) {
    const fileChooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    await (await fileChooser).setFiles(files);
  }

  /** The dialog says what came of it for two seconds before it closes. */
  async function waitUntilDialogCloses(): Promise<void> {
    await page.clock.fastForward(2000);
    await page.getByRole('dialog', { name: 'Upload Media' }).waitFor({ state: 'detached' });
  }

  const closeCard = () =>
    page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click();

  it('gives a name', async () => {
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    await press(page, 'Continue as Guest');
    await expectToast(page, 'Name Required', 'Please enter your name to continue.');
    await page.getByLabel('Name').fill('Grace');
    await whileFailing(page, ['POST', '**/api/guests'], async () => {
      await press(page, 'Continue as Guest');
      await expectToast(page, 'Error', 'Failed to register as guest. Please try again.');
    });
    await press(page, 'Continue as Guest');
    await expectToast(page, 'Welcome!');
  });

  it('is told which files cannot be uploaded', async () => {
    await page.reload();
    await pick({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
    await expectToast(page, 'Invalid File Type', 'notes.txt is not a supported media type.');
    // One byte too many; its content is never read.
    const film = path.join(folder, 'film.mp4');
    await writeFile(film, '');
    await truncate(film, 100 * 1024 * 1024 + 1);
    await page
      .getByRole('dialog', { name: 'Upload Media' })
      .locator('input[type=file][multiple]')
      .setInputFiles(film);
    await expectToast(page, 'File Too Large', 'film.mp4 exceeds the 100MB limit.');
    await press(page, 'Upload 0 file(s)');
    await expectToast(page, 'No Files Selected', 'Please select files to upload.');
  });

  it('is told that the upload code failed to load', async () => {
    const engine = '**/assets/upload-engine-*.js';
    await page.route(engine, (route) => route.abort());
    await page.reload();
    await pick(await photo(6));
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Failed', 'An error occurred during upload. Please try again.');
    await page.unroute(engine);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Complete!');
    await waitUntilDialogCloses();
  });

  it('is told whether all, some or no files were saved', async () => {
    await pick(notAPhoto);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Error Saving Media', 'Failed to save media to the gallery. Please try again.');
    await waitUntilDialogCloses();
    await page.getByRole('region', { name: 'Uploads' }).waitFor();

    const held = Promise.withResolvers<void>();
    await page.route('**/media/guest', async (route) => {
      const { originalName } = route.request().postDataJSON() as { originalName: string };
      if (originalName !== notAPhoto.name) await held.promise;
      await route.continue();
    });
    await pick([notAPhoto, await photo(7)]);
    await press(page, 'Upload 2 file(s)');
    await expectToast(page, 'Upload Failed', 'Some files failed to upload. Please try again.');
    held.resolve();
    const inPart = 'Saved 1 file(s), but 1 failed. Please try uploading the failed files again.';
    await expectToast(page, 'Partial Success', inPart);
    await page.unroute('**/media/guest');
    await waitUntilDialogCloses();
    await closeCard();

    const lost = path.join(folder, 'lost.jpg');
    await writeFile(lost, (await photo(8)).buffer);
    await pick(lost);
    await page.getByText('lost.jpg').waitFor();
    await rm(lost);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Failed', 'Failed to upload files. Please try again.');
    await waitUntilDialogCloses();
    await closeCard();

    await pick(await photo(9));
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Complete!');
    await waitUntilDialogCloses();
  });

  it('is told that uploading is no longer allowed', async () => {
    await pick(await photo(10));
    const { json } = await testBed.olive.get(`/api/events/${eventId}/people`);
    const id = json.find(({ name }) => name === 'Grace')?.id;
    expect((await testBed.olive.delete(`/api/events/${eventId}/people/${id}`)).status).toBe(204);
    await press(page, 'Upload 1 file(s)');
    await expectToast(page, 'Upload Error', 'Failed to initialize upload. Please try again.');
  });
});

describe('a vote', () => {
  it('reports network failures, an existing vote, and a failed withdrawal', async () => {
    const grace = await newGuest(baseURL);
    const page = await pageOf(grace);
    const [id] = await testBed.add(eventId, [11]);
    await page.goto(`/event/${eventId}`);
    const voteButton = page.getByRole('button', { name: /^Vote,/ }).first();
    await whileFailing(page, ['POST', '**/vote'], async () => {
      await voteButton.click();
      await expectToast(page, 'Vote Failed', 'Failed to vote');
    });
    const { guestId, token } = grace;
    expect((await grace.post(`/api/media/${id}/vote`, { guestId, token })).status).toBe(200);
    await voteButton.click();
    await expectToast(page, 'Already Voted', "You've already voted on this photo");
    await page.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
    await whileFailing(page, ['DELETE', '**/vote?*'], async () => {
      await voteButton.click();
      await expectToast(page, 'Unvote Failed', 'Failed to remove your vote');
    });
  });

  it('reports the server’s reason for a refusal', async () => {
    const ada = await signIn(baseURL, 'Ada');
    const other = await newEvent({ privacy: 'public' });
    const [id] = await testBed.add(other, [12]);
    const page = await pageOf(ada);
    await page.goto(`/event/${other}`);
    await expectToast(page, 'Welcome to the Event!');
    await testBed.olive.delete(`/api/events/${other}/media/${id}`);
    const { status, json } = await ada.post(`/api/media/${id}/vote`);
    expect(status).toBe(404);
    await press(page, /^Vote,/);
    await expectToast(page, 'Vote Failed', json.message);
  });
});

describe('a user', () => {
  it('joins by opening the event', async () => {
    const page = await pageOf(await signIn(baseURL, 'Ada'));
    await page.goto(`/event/${eventId}`);
    await expectToast(page, 'Welcome to the Event!');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    await expectToast(page, 'Error', 'Failed to open upload dialog. Please try again.');
  });

  it('joins by adding media if the automatic join failed', async () => {
    const page = await pageOf(await signIn(baseURL, 'Bea'));
    const add = page.getByRole('button', { name: 'Add Media' }).first();
    await whileFailing(page, ['POST', '**/join'], async () => {
      const joinFailed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/join'));
      await page.goto(`/event/${eventId}`);
      await joinFailed;
      await add.click();
      await expectToast(page, 'Error', 'Failed to join event. Please try again.');
    });
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await add.click();
    await expectToast(page, 'Authentication Required', 'Please log in to join this event.');
    await page.waitForURL((url) => url.origin !== baseURL);
    await page.context().addCookies(cookies);
    await whileFailing(page, ['POST', '**/join'], async () => {
      const joinFailed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/join'));
      await page.goto(`/event/${eventId}`);
      await joinFailed;
    });
    await add.click();
    await expectToast(page, 'Joined Event');
    await page.getByRole('dialog', { name: 'Upload Media' }).waitFor();
  });
});
