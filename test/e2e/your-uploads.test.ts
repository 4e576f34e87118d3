import { expect, it } from 'vitest';
import { PHONE } from '../fixtures/browser.ts';
import { jpegFile } from '../fixtures/uploads.ts';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';

const bed = newTestBed('Own uploads');

it('a guest learns what became of each file, and takes one back', async () => {
  const eventId = await bed.newEvent({ moderationEnabled: true });
  const gina = await newGuest(baseURL, 'Gina');
  const whole = await jpegFile(1);
  const page = await bed.open(`/event/${eventId}`, gina, PHONE);
  await page.getByRole('button', { name: 'Add Media' }).click();
  const picker = page.getByRole('dialog', { name: 'Upload Media' });
  await picker.locator('input[type=file][multiple]').setInputFiles([
    { name: 'cake.jpg', mimeType: 'image/jpeg', buffer: whole.bytes },
    {
      name: 'broken.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([whole.bytes.subarray(0, 20), Buffer.alloc(400, 7)]),
    },
  ]);
  // What the browser can show of the files.
  await picker.locator('img').first().waitFor();
  await picker.getByRole('button', { name: 'Upload 2 file(s)' }).click();

  const card = page.getByRole('region', { name: 'Uploads' });
  await card.getByText('The host has to approve your file before everybody sees it.').waitFor();
  await card.getByText('broken.jpg can’t be shown. The file is damaged.').waitFor();
  await card.getByRole('link', { name: 'Your Uploads' }).click();
  const uploads = page.getByRole('dialog', { name: 'Your Uploads' });
  await uploads.getByText('Waits for the host’s approval').waitFor();
  await uploads.getByText('Can’t be shown. The file is damaged.').waitFor();

  const sent = await bed.olive.get(`/api/events/${eventId}/media?status=pending`);
  const cake = sent.json.find(({ originalName }) => originalName === 'cake.jpg');
  await bed.olive.put(`/api/media/${cake?.id}/moderate`, { status: 'approved' });

  await page.reload();
  await uploads.getByText('In the gallery').waitFor();
  await uploads.getByRole('checkbox', { name: 'cake.jpg' }).check();
  await uploads.getByRole('button', { name: 'Delete 1 file(s)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await uploads.getByText('1 upload', { exact: true }).waitFor();
  const { json } = await bed.olive.get(`/api/events/${eventId}/media?uploader=${gina.guestId}`);
  expect(json.map(({ originalName }) => originalName)).toEqual(['broken.jpg']);
});
