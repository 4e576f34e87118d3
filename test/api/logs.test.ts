import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { guestQuery, newGuest, signIn, credentials } from '../fixtures/people.ts';
import { jpegFile, processed, upload } from '../fixtures/uploads.ts';

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
  await processed(guest, event.id, item.id);
  await guest.post(`/api/media/${item.id}/vote`, credentials(guest));
  await guest.get(`/api/media/${item.id}/download?${guestQuery(guest)}`);
  await guest.get(`/api/events/${event.id}/media?guestId=${guest.guestId}&token=wrong`);
  await host.delete(`/api/events/${event.id}/media/${item.id}`);

  const told = [
    GUEST_NAME,
    HOST_NAME,
    FILE_NAME,
    'Xanthippe',
    host.email,
    guest.token,
    host.cookie('__Host-session') as string,
    'token=',
    'Signature=',
  ];
  const logsDir = inject('logsDir');
  for (const name of await readdir(logsDir)) {
    const text = await readFile(join(logsDir, name), 'utf8');
    expect({ name, keeps: told.filter((secret) => text.includes(secret)) }).toEqual({ name, keeps: [] });
  }
});
