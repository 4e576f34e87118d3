import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { PHONE } from '../fixtures/browser.ts';
import { whileHeld, expectVisible } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// The exact texts of the owner's tools and dialogs, highlights and moderation.

const testBed = newTestBed('Marina');
const { open } = testBed;

async function newEvent(fields: object, seeds: readonly number[]): Promise<string> {
  const eventId = await testBed.newEvent(fields);
  await testBed.add(eventId, seeds, await newGuest(baseURL));
  return eventId;
}

describe('the owner’s dialogs', () => {
  let page: Page;
  let eventId: string;
  beforeAll(async () => {
    eventId = await newEvent({ privacy: 'unlisted', date: '2026-06-20', description: 'By boat.' }, [1]);
    page = await open(`/event/${eventId}`, testBed.olive, PHONE);
  });

  it('confirm the deletion of a photo', async () => {
    await page.getByRole('link', { name: /^Photo 1$/ }).press('Enter');
    await page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Media', exact: true });
    await expectVisible(
      page,
      'Are you sure you want to delete this media file? This action cannot be undone.',
    );
    for (const name of ['Cancel', 'Delete'])
      await question.getByRole('button', { name, exact: true }).waitFor();
    await whileHeld(page, ['DELETE', '**/media/*'], async () => {
      await question.getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('button', { name: 'Deleting...', exact: true }).waitFor();
      expect(await question.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    });
    await expectVisible(page, 'No photos yet');
  });

  it('delete the event and lead to the home page', async () => {
    await press(page, 'Delete Event');
    const question = page.getByRole('alertdialog', { name: 'Delete Event', exact: true });
    await whileHeld(page, ['DELETE', '**/api/events/*'], async () => {
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await question.getByRole('button', { name: 'Deleting...', exact: true }).waitFor();
    });
    await expectToast(page, 'Event Deleted');
    await page.waitForURL(`${baseURL}/`);
  });
});

it('generates highlights from three photos, and shows progress while regenerating', async () => {
  const page = await open(`/event/${await newEvent({}, [1, 2, 3])}`, testBed.olive);
  await page.getByRole('heading', { name: 'AI Highlights', exact: true }).waitFor();
  await press(page, 'Generate Highlights');
  const regenerate = page.getByRole('button', { name: 'Regenerate', exact: true });
  await regenerate.waitFor();
  await whileHeld(page, ['POST', '**/highlights/calculate'], async () => {
    await regenerate.click();
    await page.getByRole('button', { name: 'Regenerating...', exact: true }).waitFor();
  });
  await regenerate.waitFor();
  expect(await page.getByRole('button', { name: /^Highlight \d of 3$/ }).count()).toBe(3);
});

describe('moderation', () => {
  let page: Page;
  let eventId: string;
  beforeAll(async () => {
    eventId = await newEvent({ moderationEnabled: true }, [1, 2]);
    page = await open(`/event/${eventId}`, testBed.olive);
  });

  it('has a page with pending items', async () => {
    await page.goto(`/event/${eventId}/moderate`);
    await page.getByRole('heading', { name: 'Moderation Dashboard', exact: true }).waitFor();
    await expectVisible(
      page,
      'Review and approve content for Marina',
      'Pending Approval',
      '2 items waiting for review',
    );
    await expectVisible(page, 'Approve All', 'Reject All', 'photo-1.jpg', 'Approve', 'Reject');
    expect(await page.getByText(/^Uploaded \w+ \d+, \d{4}/).count()).toBe(2);
  });

  it('deletes an item after a confirmation that can be cancelled and shows progress', async () => {
    const question = page.getByRole('alertdialog', { name: 'Delete Media', exact: true });
    await press(page, 'Delete photo-1.jpg');
    await question.waitFor();
    await expectVisible(
      page,
      'Are you sure you want to permanently delete this media file? This action cannot be undone.',
    );
    await press(page, 'Cancel');
    await question.waitFor({ state: 'detached' });
    await press(page, 'Delete photo-1.jpg');
    await whileHeld(page, ['DELETE', '**/media/*'], async () => {
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await question.getByRole('button', { name: 'Deleting...', exact: true }).waitFor();
      expect(await question.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    });
    await expectVisible(page, '1 items waiting for review');
    expect(await question.count()).toBe(0);
  });

  it('rejects all items, and then has no banner', async () => {
    await press(page, 'Reject All');
    await expectVisible(page, 'Media Rejected', 'All Caught Up!');
    const gallery = page.getByRole('link', { name: 'View Event Gallery', exact: true });
    expect(await gallery.getAttribute('href')).toBe(`/event/${eventId}`);
    await gallery.click();
    await expectVisible(page, 'Event Management', '1 rejected');
    expect(await page.getByRole('region', { name: 'Moderation Dashboard' }).count()).toBe(0);
  });

  it('is denied to everyone but the owner', async () => {
    const visitor = await open(`/event/${eventId}/moderate`, await signIn(baseURL, 'Ada'), PHONE);
    await expectVisible(visitor, 'Access Denied', "You don't have permission to moderate this event.");
  });
});
