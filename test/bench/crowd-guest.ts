import type { MediaView } from '../../shared/contract/entities.ts';
import { FIRST_PAGE_LENGTH } from '../../shared/contract/first-data.ts';
import { mapConcurrent } from '../../functions/aws/map-concurrent.ts';
import { Client } from '../fixtures/api-client.ts';
import { type File, issueUpload, save, sendFile, uploadRequest } from '../fixtures/uploads.ts';
import { credentials, type Guest, guestQuery } from '../fixtures/users-and-guests.ts';
import type { Calls } from './crowd-calls.ts';
import type { Ledger } from './crowd-ledger.ts';

export type Crowd = {
  readonly url: string;
  readonly eventId: string;
  readonly calls: Calls;
  readonly ledger: Ledger;
  readonly photo: (name: string) => File;
  /** How many each guest sends. */
  readonly photosEach: number;
};

/** The website sends two files at once to begin with. */
const FILES_AT_ONCE = 2;
/** Pages that are scrolled through after the first. */
const MORE_PAGES = 2;
const PICTURES = 3;
const [FIRST_VOTES, LATER_VOTES] = [4, 2];
/** One answer in so many is taken for lost, and the call made again. */
const LOST_ANSWERS = 50;

/** Everything that one guest does at the event. @returns the guest, unless they could not become one */
export async function visit(crowd: Crowd, number: number): Promise<Guest | undefined> {
  const client = new Client(crowd.url);
  await crowd.calls.make('show-event', () => client.get(`/event/${crowd.eventId}`));
  const created = await crowd.calls.make('create-guest', () =>
    client.post('/api/guests', { name: `Guest ${number}` }),
  );
  if (!created) return undefined;
  const guest = Object.assign(client, { guestId: created.json.id, token: created.json.token });
  const voted = new Set<string>();
  await vote(crowd, guest, choose(await look(crowd, guest), { number, count: FIRST_VOTES, before: voted }));
  const photos = Array.from({ length: crowd.photosEach }, (_, at) => number * crowd.photosEach + at);
  await mapConcurrent(photos, FILES_AT_ONCE, (photo) => sendPhoto(crowd, guest, photo));
  await vote(crowd, guest, choose(await look(crowd, guest), { number, count: LATER_VOTES, before: voted }));
  return guest;
}

/** Opens "Top Voted". */
export async function openTopVoted({ calls, eventId }: Crowd, guest: Guest): Promise<void> {
  const query = `sortBy=votes&limit=${FIRST_PAGE_LENGTH}&${guestQuery(guest)}`;
  await calls.make(TOP_VOTED, () => guest.get(`/api/events/${eventId}/media?${query}`));
}

export const TOP_VOTED = 'list-media by votes';

/** Reads the event and scrolls through its newest items. @returns these items */
async function look({ calls, eventId }: Crowd, guest: Guest): Promise<MediaView[]> {
  await calls.make('get-event', () => guest.get(`/api/events/${eventId}?${guestQuery(guest)}`));
  const items: MediaView[] = [];
  let next: string | undefined =
    `/api/events/${eventId}/media?limit=${FIRST_PAGE_LENGTH}&${guestQuery(guest)}`;
  for (let page = 0; next !== undefined && page <= MORE_PAGES; page += 1) {
    const address: string = next;
    const answer = await calls.make('list-media', () => guest.get(address));
    items.push(...((answer?.json as MediaView[] | undefined) ?? []));
    next = nextPage(answer?.headers.get('link'));
  }
  const ready = items.flatMap(({ renditions }) => renditions.small?.url ?? []).slice(0, PICTURES);
  for (const url of ready) await calls.make('a picture', () => guest.send('GET', url, {}));
  return items;
}

const nextPage = (link: string | null | undefined): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];

/** Some of the items, others for every guest, and none that they chose before. */
function choose(
  items: readonly MediaView[],
  { number, count, before }: { number: number; count: number; before: Set<string> },
): string[] {
  const chosen: string[] = [];
  for (let step = 0; step < items.length && chosen.length < count; step += 1) {
    const id = items[(number * 7 + step * step) % items.length]?.id;
    if (id === undefined || before.has(id)) continue;
    before.add(id);
    chosen.push(id);
  }
  return chosen;
}

async function vote({ calls, ledger }: Crowd, guest: Guest, chosen: readonly string[]): Promise<void> {
  for (const [at, mediaId] of chosen.entries()) {
    const cast = () => guest.post(`/api/media/${mediaId}/vote`, credentials(guest));
    const answer = await calls.make('cast-vote', cast, {
      // The answer to an earlier try was lost.
      isDone: ({ status, json }, sends) => status === 200 || (sends > 1 && json.code === 'already_voted'),
    });
    if (answer) ledger.voted(guest.guestId, mediaId);
    if (answer && (at + ledger.voteCount) % LOST_ANSWERS === 1)
      await calls.make('cast-vote', cast, { isDone: ({ json }) => json.code === 'already_voted' });
  }
}

/** One file, as the website's upload queue sends it. */
async function sendPhoto(
  { calls, eventId, ledger, photo }: Crowd,
  guest: Guest,
  number: number,
): Promise<void> {
  const file = photo(`guest-${number}.jpg`);
  ledger.sent(file.name);
  const issued = await calls.make(
    'issue-guest-upload',
    () => issueUpload(guest, uploadRequest(eventId, file)),
    {
      isQueued: true,
    },
  );
  if (!issued) return;
  const { objectPath } = issued.json;
  const put = await calls.make('the PUT', () => sendFile(issued.json, file), {
    isQueued: true,
    // 412 says that the file is there: the answer to an earlier try was lost.
    isDone: ({ status }, sends) => status === 200 || (sends > 1 && status === 412),
  });
  if (!put) return;
  const tell = async () => {
    const saved = await calls.make('save-guest-media', () => save(guest, eventId, { objectPath, file }), {
      isQueued: true,
    });
    if (saved) ledger.saved(file.name, saved.json.id);
  };
  await tell();
  if (number % LOST_ANSWERS === 0) await tell();
}
