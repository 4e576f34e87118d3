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
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';
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
type Scene = { testEvent: EventWithAllRoles; items: Partial<Record<Status, Item>> };

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
  for (const role of roles) {
    const seen = new Map(opened.map((scene) => [scene, see(people[role], scene)]));
    seenBy.set(people[role], seen);
    await Promise.all(seen.values());
  }
});

const lines = table.trim().split('\n').slice(1);
const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));

/** Items of one person, one in each status that the table has of the event, with the URL that the owner got last. */
async function openScene(testEvent: EventWithAllRoles): Promise<Scene> {
  const { eventId } = testEvent;
  const uploader = testEvent.money === 'unpaid' ? people.owner : people.participant;
  const file = await jpegFile(7);
  const add = async (status: Status): Promise<Item> => {
    const bytes = Buffer.concat([file.bytes, Buffer.from(status)]);
    const { id } = await upload(uploader, eventId, { ...file, bytes });
    return { id, bytes, url: (await processedItem(people.owner, eventId, id)).renditions.screen.url };
  };
  const name = `${testEvent.privacy} ${testEvent.money}`;
  const wanted = new Set(cells.filter(([event]) => event === name).map(([, status]) => status as Status));
  const items: Scene['items'] = {};
  const addAll = (statuses: readonly Status[]) =>
    Promise.all(
      statuses.map(async (status) => {
        if (wanted.has(status)) items[status] = await add(status);
      }),
    );
  await addAll(['approved', 'deleted']);
  await people.owner.put(`/api/events/${eventId}`, { moderationEnabled: true });
  await addAll(['pending', 'rejected']);
  if (items.rejected) {
    const { json } = await people.owner.put(`/api/media/${items.rejected.id}/moderate`, {
      status: 'rejected',
    });
    items.rejected.url = renditionUrl(json, 'screen');
  }
  if (items.deleted) await people.owner.delete(`/api/events/${eventId}/media/${items.deleted.id}`);
  for (const [status, { id }] of Object.entries(items))
    expect((await getMedia(id))?.status ?? 'deleted').toBe(status);
  return { testEvent, items };
}

/** Of the mark of a JPEG, and the segment that says that it is a JFIF file. */
const HEAD_BYTES = 20;

const pathOf = (url: string): string => new URL(url, base).pathname;

/** What of a gallery each has seen. */
const seenBy = new Map<Client, Map<Scene, Promise<{ id: string; renditions: any }[]>>>();

async function see(client: Client, { testEvent }: Scene): Promise<{ id: string; renditions: any }[]> {
  const lists = [`/api/events/${testEvent.eventId}/media${guestQueryOf(client)}`];
  const isHost = client === people.owner || client === people['co-host'];
  if (isHost) lists.push(`/api/events/${testEvent.eventId}/media?status=rejected`);
  const seen = await Promise.all(lists.map((list) => client.get(list)));
  return seen.flatMap(({ json }) => (Array.isArray(json) ? json : []));
}

const itemOf = ({ items }: Scene, status: Status): Item => {
  const item = items[status];
  if (!item) throw new Error(`There is no item that is ${status}.`);
  return item;
};

/** The item's file at its real URL, with whatever the role was given for it. */
async function rendition(client: Client, scene: Scene, status: Status): Promise<string> {
  const { id, url } = itemOf(scene, status);
  const own = (await seenBy.get(client)?.get(scene))?.find((item) => item.id === id);
  return String((await client.get(own?.renditions.screen.url ?? pathOf(url))).status);
}

async function download(client: Client, scene: Scene, status: Status): Promise<string> {
  const { id, bytes } = itemOf(scene, status);
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
  it.each(cells)('%s: %s, %s', async (name = '', status, what, ...answers) => {
    const scene = scenes.get(name) as Scene;
    const ask = what === 'download' ? download : rendition;
    const seen = await Promise.all(roles.map((role) => ask(people[role], scene, status as Status)));
    expect(seen.join(' ')).toBe(answers.join(' ').replaceAll(/\s+/g, ' '));
  });

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
