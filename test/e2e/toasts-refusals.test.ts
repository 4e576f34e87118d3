import { describe, expect, it } from 'vitest';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// Toasts with the server's own message, when an event or photo is deleted elsewhere.

const testBed = newTestBed('Dock');

async function openEvent() {
  const eventId = await testBed.newEvent();
  const page = await testBed.open(`/event/${eventId}`, testBed.olive);
  return { page, path: `/api/events/${eventId}` } as const;
}

describe('an event that was deleted elsewhere', () => {
  it('cannot be edited, and the input is kept', async () => {
    const { page, path } = await openEvent();
    await press(page, 'Edit Event');
    await page.getByLabel('Event Name').fill('Dry dock');
    expect((await testBed.olive.delete(path)).status).toBe(204);
    const { status, json } = await testBed.olive.put(path, { name: 'Dry dock' });
    expect(status).toBe(404);
    await press(page, 'Save Changes');
    await expectToast(page, 'Update Failed', json.message);
    expect(await page.getByLabel('Event Name').inputValue()).toBe('Dry dock');
  });

  it('cannot be deleted again', async () => {
    const { page, path } = await openEvent();
    await press(page, 'Delete Event');
    expect((await testBed.olive.delete(path)).status).toBe(204);
    const { status, json } = await testBed.olive.delete(path);
    expect(status).toBe(404);
    await press(page, 'Delete');
    await expectToast(page, 'Delete Failed', json.message);
    await page.getByRole('alertdialog', { name: 'Delete Event' }).waitFor();
  });
});

it('refuses to delete a photo that was deleted elsewhere', async () => {
  const eventId = await testBed.newEvent({ moderationEnabled: true });
  const { id } = await upload(testBed.olive, eventId, await jpegFile(1));
  const page = await testBed.open(`/event/${eventId}/moderate`, testBed.olive);
  await press(page, 'Delete photo-1.jpg');
  const path = `/api/events/${eventId}/media/${id}` as const;
  expect((await testBed.olive.delete(path)).status).toBe(204);
  const { status, json } = await testBed.olive.delete(path);
  expect(status).toBe(404);
  await press(page, 'Delete');
  await expectToast(page, 'Delete Failed', json.message);
});
