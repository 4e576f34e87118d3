import { createHash } from 'node:crypto';
import { issueUpload, jpegFile, save, uploadRequest, type File } from '../fixtures/uploads.ts';
import { type EventThing, isThere, type ItemThing, newThing, type VoteThing } from './faults-ledger.ts';
import {
  act,
  identity,
  identityQuery,
  openEventsOf,
  openItemsOf,
  persist,
  type Person,
  pick,
} from './faults-person.ts';

// What people do in a gallery, through the public API, as the web app does it.

/** As many pictures differ from each other. */
const PICTURES = 1280;
const made = new Map<number, Promise<File>>();

async function newPicture(number: number): Promise<File> {
  const seed = number % PICTURES;
  if (!made.has(seed)) made.set(seed, jpegFile(seed));
  return { ...(await made.get(seed)!), name: `photo-${number}.jpg` };
}

/** Refusals of a save that sending the file again may fix, as the web app's queue sees them. */
const RESEND_CODES = new Set(['unknown_upload', 'file_missing', 'size_mismatch', 'foreign_upload']);
const codeOf = (body: unknown): string => String((body as { code?: unknown } | undefined)?.code);

/** Issues, sends and saves, and sends again what never arrived, as the web app's queue does. */
export async function uploadItem(person: Person): Promise<void> {
  const { ledger, next } = person.run;
  const event = pick(person, openEventsOf(person));
  if (!event) return;
  const file = await newPicture(next());
  const md5 = createHash('md5').update(file.bytes).digest('hex');
  const item: ItemThing = { ...newThing(file.name), event, uploader: person.key, md5 };
  ledger.items.push(item);
  for (let isResend = false; ; isResend = true) {
    const objectPath = await sendFile(person, item, file);
    if (objectPath === undefined || person.run.over.aborted) return;
    const { fate, answer } = await act(
      person,
      { thing: item, as: `save ${objectPath}`, done: [200, 201] },
      () => save(person.client, event.id ?? '', { objectPath, file }),
    );
    if (answer?.status === 200 || answer?.status === 201) item.id = answer.json.id;
    const neverArrived = RESEND_CODES.has(codeOf(answer?.json));
    item.made = item.made === 'unanswered' && fate === 'refused' ? 'unanswered' : fate;
    if (isResend || !neverArrived || !isThere(event)) return;
  }
}

/** @returns where the file lies; undefined if the person gave up, or may not upload */
async function sendFile(person: Person, item: ItemThing, file: File): Promise<string | undefined> {
  const { client, run } = person;
  const request = uploadRequest(item.event.id ?? '', file);
  while (!run.over.aborted) {
    const { answer: issued } = await persist(person, () => issueUpload(client, request));
    if (issued?.status !== 201) return undefined;
    const { url, objectPath } = issued.json;
    const status = await put(url, file);
    run.ledger.note(item, `put ${objectPath}: ${status ?? 'no answer'}`);
    if (status === 200 || status === 412) return objectPath;
  }
  return undefined;
}

/** One attempt: after it the store of a system that was started again has another address, so a fresh URL is needed. */
async function put(url: string, file: File): Promise<number | undefined> {
  const headers = { 'content-type': file.type, 'if-none-match': '*' };
  const sent = await fetch(url, { method: 'PUT', body: new Uint8Array(file.bytes), headers }).catch(
    () => undefined,
  );
  await sent?.arrayBuffer().catch(() => undefined);
  return sent?.status;
}

export async function vote(person: Person): Promise<void> {
  const item = pick(person, openItemsOf(person));
  if (!item) return;
  const { votes } = person.run.ledger;
  const found = votes.find((each) => each.item === item && each.voter === person.key);
  const thing: VoteThing = found ?? { ...newThing(`vote on ${item.name}`), item, voter: person.key };
  if (!found) votes.push(thing);
  const before = isThere(thing);
  const { fate } = await act(person, { thing, as: 'vote', done: [200] }, () =>
    person.client.post(`/api/media/${item.id}/vote`, identity(person)),
  );
  // A second vote changes nothing, and a refused one neither.
  if (before || fate === 'refused') return;
  thing.made = fate;
  thing.removed = 'unasked';
}

export async function withdrawVote(person: Person): Promise<void> {
  const own = person.run.ledger.votes.filter(
    (each) => each.voter === person.key && isThere(each) && isThere(each.item) && isThere(each.item.event),
  );
  const thing = pick(person, own);
  if (!thing) return;
  const { fate } = await act(person, { thing, as: 'withdraw', done: [200] }, () =>
    person.client.delete(`/api/media/${thing.item.id}/vote?${identityQuery(person)}`),
  );
  thing.removed = fate;
}

/** Their own item, or for a host any of their events. */
export async function deleteItem(person: Person): Promise<void> {
  const mine = openItemsOf(person).filter(
    ({ uploader, event }) => uploader === person.key || event.host === person.key,
  );
  const item = pick(person, mine);
  if (!item) return;
  item.removed = 'unanswered';
  const { fate, answer } = await act(person, { thing: item, as: 'delete', done: [204] }, () =>
    person.client.delete(`/api/events/${item.event.id}/media/${item.id}?${identityQuery(person)}`),
  );
  item.removed = settledRemoval(fate, answer?.status);
}

/** What is not found any more is gone, whoever removed it. */
export const settledRemoval = (fate: 'done' | 'unanswered' | 'refused', status: number | undefined) =>
  status === 404 ? 'done' : fate;

export async function createEvent(person: Person, isPaid: boolean): Promise<void> {
  const { ledger, next } = person.run;
  const name = `Event ${next()}`;
  const event: EventThing = { ...newThing(name), host: person.key, isPaid };
  ledger.events.push(event);
  const money = isPaid ? { isPaid, price: '12.50' } : {};
  // Once: the web app does not repeat it either, because a second one would be another event.
  const answer = await person.client
    .post('/api/events', { name, privacy: 'public', ...money })
    .catch(() => undefined);
  ledger.note(event, `create: ${answer?.status ?? 'no answer'}`);
  if (answer?.status === 201) event.id = answer.json.id;
  event.made = answer?.status === 201 ? 'done' : 'unanswered';
}

/** One that they have besides another of its kind. */
export async function deleteEvent(person: Person): Promise<void> {
  const mine = person.run.ledger.events.filter((event) => event.host === person.key && isThere(event));
  const event = pick(person, mine);
  if (!event || mine.filter(({ isPaid }) => isPaid === event.isPaid).length < 2) return;
  event.removed = 'unanswered';
  const { fate, answer } = await act(person, { thing: event, as: 'delete', done: [204] }, () =>
    person.client.delete(`/api/events/${event.id}?confirm=payments`),
  );
  event.removed = settledRemoval(fate, answer?.status);
}
