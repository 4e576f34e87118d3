import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { chooseOnCheckoutPage } from '../fixtures/stripe-client.ts';
import {
  credentials,
  type Guest,
  guestQuery,
  newGuest,
  signIn,
  type SignedIn,
} from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';

const base = inject('siteUrl');

/** Names that nothing else has, so that finding one in a log is finding a person. */
const GUEST_NAME = 'Zephyrine Quillfeather';
const HOST_NAME = 'Balthazarina';
const FILE_NAME = 'secret-proposal-at-the-lake.jpg';

it('no log keeps a name, an address, a token, a file name or a query', async () => {
  const host = await signIn(base, HOST_NAME);
  const guest = await newGuest(base, GUEST_NAME);
  const event = (await host.post('/api/events', { name: 'Xanthippe birthday', privacy: 'unlisted' })).json;
  const item = await upload(guest, event.id, { ...(await jpegFile(1)), name: FILE_NAME });
  await processedItem(guest, event.id, item.id);
  await guest.post(`/api/media/${item.id}/vote`, credentials(guest));
  await guest.get(`/api/media/${item.id}/download?${guestQuery(guest)}`);
  await guest.get(`/api/events/${event.id}/media?guestId=${guest.guestId}&token=wrong`);
  await host.delete(`/api/events/${event.id}/media/${item.id}`);

  await payAndRefund(host, guest);

  const told = [
    ...(await secrets()),
    GUEST_NAME,
    HOST_NAME,
    FILE_NAME,
    'Xanthippe',
    host.email,
    guest.token,
    host.cookie('__Host-session') as string,
    'token=',
    'Signature=',
    'stripe-signature',
    '/c/pay/',
  ];
  const logsDir = inject('logsDir');
  for (const name of await readdir(logsDir)) {
    const text = await readFile(join(logsDir, name), 'utf8');
    expect({ name, keeps: told.filter((secret) => text.includes(secret)) }).toEqual({ name, keeps: [] });
  }
});

/** A payment with all that the functions ask of Stripe, and a webhook that is refused. */
async function payAndRefund(host: SignedIn, guest: Guest): Promise<void> {
  const fields = { name: 'Xanthippe sings', privacy: 'unlisted', isPaid: true, price: '12.50' };
  const at = `/api/events/${(await host.post('/api/events', fields)).json.id}` as const;
  const { json } = await guest.post(`${at}/create-checkout`, credentials(guest));
  await chooseOnCheckoutPage(guest, json.url, 'pay');
  const [payment] = await eventually(async () => {
    const { payments } = (await host.get(`${at}/payments`)).json;
    return payments[0]?.isRefundable && payments;
  });
  expect((await host.post(`${at}/payments/${payment?.id}/refund`)).status).toBe(200);
  const headers = { 'stripe-signature': 't=1,v1=abc' };
  expect((await guest.send('POST', '/api/stripe/webhook', { body: '{}', headers })).status).toBe(400);
}

/** Every secret of the system, in parts: keys have lines, and some files hold several. */
async function secrets(): Promise<string[]> {
  const folder = join(dirname(inject('logsDir')), 'secrets');
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const found = texts.flatMap((text) => text.split(/[\s"]+/)).filter(({ length }) => length > 20);
  expect(found.length).toBeGreaterThan(4);
  return found;
}
