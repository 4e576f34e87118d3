import { beforeAll, describe, expect, inject, it } from 'vitest';
import { getMedia } from '../../functions/table/media.ts';
import type { Client } from '../fixtures/api-client.ts';
import { credentials } from '../fixtures/users-and-guests.ts';
import {
  type PeopleByRole,
  createPeople,
  createEventWithAllRoles,
  type EventWithAllRoles,
  guestQueryOf,
  roles,
} from '../fixtures/event-with-all-roles.ts';
import { jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';
import { pushOriginOf } from '../fixtures/push-service-client.ts';

const base = inject('siteUrl');
const environment = inject('environment');

// Every file by its own URL, with what each role was given: cookies from the lists, signatures from their own
// items. Items are a participant's, or the owner's if nobody else may upload. Columns are the roles of
// test/fixtures/event-with-all-roles.ts, as in test/samples/access-answers.ts.
const table = `
event           | item     | what      | answers
public free     | approved | rendition | 200      200   200      200       403 | 200       403 200       403
public free     | approved | download  | original copy  original copy      403 | copy      403 copy      401
public free     | pending  | rendition | 200      200   200      403       403 | 403       403 403       403
public free     | pending  | download  | original copy  original 404       403 | 404       403 404       401
public free     | rejected | rendition | 200      200   403      403       403 | 403       403 403       403
public free     | rejected | download  | original copy  404      404       403 | 404       403 404       401
public free     | deleted  | rendition | 403      403   403      403       403 | 403       403 403       403
public free     | deleted  | download  | 404      404   404      404       404 | 404       404 404       401
private free    | approved | rendition | 200      200   200      200       403 | 403       403 403       403
private free    | approved | download  | original copy  original copy      403 | 401       403 401       401
private free    | pending  | rendition | 200      200   200      403       403 | 403       403 403       403
private free    | pending  | download  | original copy  original 404       403 | 401       403 401       401
private free    | rejected | rendition | 200      200   403      403       403 | 403       403 403       403
private free    | deleted  | rendition | 403      403   403      403       403 | 403       403 403       403
unlisted unpaid | approved | rendition | 200      200   403      403       403 | 403       403 403       403
unlisted unpaid | approved | download  | original copy  402      402       403 | 402       403 402       401
unlisted unpaid | pending  | rendition | 200      200   403      403       403 | 403       403 403       403
unlisted unpaid | rejected | rendition | 200      200   403      403       403 | 403       403 403       403
unlisted paid   | approved | rendition | 200      200   200      200       403 | 200       403 403       403
unlisted paid   | approved | download  | original copy  original copy      403 | copy      403 402       401
`;

type Item = { id: string; bytes: Buffer; url: string };
type Status = 'approved' | 'pending' | 'rejected' | 'deleted';
type Scene = { testEvent: EventWithAllRoles; items: Record<Status, Item> };

let people: PeopleByRole;
const scenes = new Map<string, Scene>();

const KINDS = [
  { privacy: 'public', money: 'free' },
  { privacy: 'private', money: 'free' },
  { privacy: 'unlisted', money: 'unpaid' },
  { privacy: 'unlisted', money: 'paid' },
] as const;

beforeAll(async () => {
  people = await createPeople(base, pushOriginOf(environment));
  const opened = await Promise.all(
    KINDS.map(async (kind) => openScene(await createEventWithAllRoles(people, kind, 0))),
  );
  await people.user.post('/api/guests/claim', credentials(people.claimed));
  for (const scene of opened) scenes.set(`${scene.testEvent.privacy} ${scene.testEvent.money}`, scene);
  // Everybody opens every gallery, so everybody has the cookies of all that they may see.
  await Promise.all(
    opened.flatMap(({ testEvent }) =>
      roles.map((role) =>
        people[role].get(`/api/events/${testEvent.eventId}/media${guestQueryOf(people[role])}`),
      ),
    ),
  );
});

/** Four items of one person, one in each status, with the URL that the owner got last. */
async function openScene(testEvent: EventWithAllRoles): Promise<Scene> {
  const { eventId } = testEvent;
  const uploader = testEvent.money === 'unpaid' ? people.owner : people.participant;
  const file = await jpegFile(7);
  const add = async (status: Status): Promise<Item> => {
    const bytes = Buffer.concat([file.bytes, Buffer.from(status)]);
    const { id } = await upload(uploader, eventId, { ...file, bytes });
    return { id, bytes, url: (await waitUntilProcessed(people.owner, eventId, id)).renditions.screen.url };
  };
  const [approved, deleted] = await Promise.all([add('approved'), add('deleted')]);
  await people.owner.put(`/api/events/${eventId}`, { moderationEnabled: true });
  const [pending, rejected] = await Promise.all([add('pending'), add('rejected')]);
  const { json } = await people.owner.put(`/api/media/${rejected.id}/moderate`, { status: 'rejected' });
  await people.owner.delete(`/api/events/${eventId}/media/${deleted.id}`);
  const items = { approved, deleted, pending, rejected: { ...rejected, url: renditionUrl(json, 'screen') } };
  for (const [status, { id }] of Object.entries(items))
    expect((await getMedia(id))?.status ?? 'deleted').toBe(status);
  return { testEvent, items };
}

/** Of the mark of a JPEG, and the segment that says that it is a JFIF file. */
const HEAD_BYTES = 20;

const pathOf = (url: string): string => new URL(url, base).pathname;

/** The item's file at its real URL, with whatever the role was given for it. */
async function rendition(client: Client, { testEvent, items }: Scene, status: Status): Promise<string> {
  const { id, url } = items[status];
  const lists = [`/api/events/${testEvent.eventId}/media${guestQueryOf(client)}`];
  const isHost = client === people.owner || client === people['co-host'];
  if (isHost) lists.push(`/api/events/${testEvent.eventId}/media?status=rejected`);
  const seen = await Promise.all(lists.map((list) => client.get(list)));
  const own = seen.flatMap(({ json }) => (Array.isArray(json) ? json : [])).find((item) => item.id === id);
  return String((await client.get(own?.renditions.screen.url ?? pathOf(url))).status);
}

async function download(client: Client, { items }: Scene, status: Status): Promise<string> {
  const { id, bytes } = items[status];
  const answer = await client.get(`/api/media/${id}/download${guestQueryOf(client)}`);
  if (answer.status !== 302) return String(answer.status);
  const response = await fetch(answer.headers.get('location') ?? '');
  const found = Buffer.from(await response.arrayBuffer());
  if (found.equals(bytes)) return 'original';
  // The same file behind its head, without what follows its end.
  const isCopy = found.subarray(HEAD_BYTES).equals(bytes.subarray(HEAD_BYTES, -status.length));
  return isCopy ? 'copy' : `${response.status}`;
}

describe.concurrent('every file by its URL', () => {
  const lines = table.trim().split('\n').slice(1);
  it.each(lines.map((line) => line.split('|').map((cell) => cell.trim())))(
    '%s: %s, %s',
    async (name = '', status, what, ...answers) => {
      const scene = scenes.get(name) as Scene;
      const ask = what === 'download' ? download : rendition;
      const seen = await Promise.all(roles.map((role) => ask(people[role], scene, status as Status)));
      expect(seen.join(' ')).toBe(answers.join(' ').replaceAll(/\s+/g, ' '));
    },
  );

  it('an original has no URL of its own, not even for the owner', async () => {
    for (const { testEvent, items } of scenes.values()) {
      for (const { id } of Object.values(items)) {
        const path = `/media/originals/${testEvent.eventId}/${id}`;
        expect((await people.owner.get(path)).status).toBe(403);
        expect((await people.participant.get(path)).status).toBe(403);
      }
    }
  });
});
