import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { mapConcurrent } from '../../functions/aws/map-concurrent.ts';
import { errorView } from '../../shared/contract/entities.ts';
import { type Challenge, PROOF_HEADER } from '../../shared/contract/proof-of-work.ts';
import type { ApiResponse } from '../fixtures/api-client.ts';
import { ClientAt, newGuestAt } from '../fixtures/client-at.ts';
import { type File, issueUpload, save, saveRequest, sendFile, uploadRequest } from '../fixtures/uploads.ts';
import { credentials, type Guest } from '../fixtures/users-and-guests.ts';

/** Who wants to take a party's places, or to be at it. */
export type Party = {
  readonly url: string;
  readonly eventId: string;
  readonly itemId: string;
  readonly photo: (name: string) => File;
  /** Whether the attack is over. */
  readonly isOver: () => boolean;
};

/** What became of all ghosts of one kind: answers by status and code. */
export type GhostAnswers = Map<string, number>;

/** How many ask at a time: after some 800 each is asked for the most. */
const BATCH = 900;
/** For how long after asking a proof is surely good. */
const ROUND_MS = 60_000;

/** A made-up guest, and the call by which it takes its place. */
type Ghost = (proof?: string) => Promise<ApiResponse>;
type Asked = { readonly ghost: Ghost; readonly challenge: Challenge };

export type Siege = { readonly count: number; readonly addresses: number; readonly atOnce: number };

/**
 * Made-up guests who take as many places as they can. Many are asked for a proof at once, while that is easy, the easiest are
 * proven first, and whoever is not served asks again in the next minute. Every fifth saves a tiny photo, the others vote.
 */
export async function haunt(party: Party, siege: Siege, answers: GhostAnswers): Promise<void> {
  const prover = new Worker(new URL('./ghosts-prover.ts', import.meta.url));
  let [made, waiting]: [number, Ghost[]] = [0, []];
  while (!party.isOver() && (made < siege.count || waiting.length > 0)) {
    const end = performance.now() + ROUND_MS;
    const first = made;
    made = Math.min(siege.count, made + BATCH - waiting.length);
    await mapConcurrent(range(first, made), siege.atOnce, async (number) => {
      const ghost = party.isOver() ? undefined : await ghostOf(party, siege, number);
      if (ghost) waiting.push(ghost);
    });
    const asked: Asked[] = [];
    await mapConcurrent(waiting, siege.atOnce, async (ghost) => {
      if (party.isOver()) return;
      const answer = noted(await ghost(), answers);
      const { challenge, bits } = answer.status === 429 ? errorView.parse(answer.json) : {};
      if (challenge !== undefined && bits !== undefined)
        asked.push({ ghost, challenge: { challenge, bits } });
    });
    waiting = [];
    for (const { ghost, challenge } of asked.toSorted((a, b) => a.challenge.bits - b.challenge.bits)) {
      if (party.isOver() || performance.now() >= end) waiting.push(ghost);
      else noted(await ghost(await proofOf(prover, challenge)), answers);
    }
  }
  await prover.terminate();
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

function noted(answer: ApiResponse, answers: GhostAnswers): ApiResponse {
  const code = (answer.json as { code?: string } | undefined)?.code;
  const what = code === undefined ? String(answer.status) : `${answer.status} ${code}`;
  answers.set(what, (answers.get(what) ?? 0) + 1);
  return answer;
}

async function proofOf(prover: Worker, challenge: Challenge): Promise<string> {
  prover.postMessage(challenge, []);
  const [proof] = (await once(prover, 'message')) as [string];
  return proof;
}

/** @returns undefined if it could not even be registered */
async function ghostOf(party: Party, { addresses }: Siege, number: number): Promise<Ghost | undefined> {
  const one = await newGuestAt(party.url, `127.0.2.${1 + (number % addresses)}`);
  one.close();
  if (one.guestId === undefined) return undefined;
  const [path, fields] =
    number % 5 === 0 ? await tinyPhoto(party, one) : [`/api/media/${party.itemId}/vote`, {}];
  return async (proof) => {
    const answer = await one.sendOnce('POST', path, {
      body: JSON.stringify({ ...fields, ...credentials(one) }),
      headers: { 'content-type': 'application/json', ...(proof !== undefined && { [PROOF_HEADER]: proof }) },
    });
    // Thousands of them keep no connections.
    one.close();
    return answer;
  };
}

/** Sends a tiny photo. @returns the path and the fields of the call that saves it */
async function tinyPhoto(party: Party, one: Guest): Promise<[path: string, fields: object]> {
  const file = party.photo('ghost.jpg');
  const { json } = await issueUpload(one, uploadRequest(party.eventId, file));
  await sendFile(json, file);
  return [
    `/api/events/${party.eventId}/media/guest`,
    saveRequest(party.eventId, { objectPath: json.objectPath, file }),
  ];
}

/** Statuses after which the website itself tries again. */
const isPassing = (status: number): boolean => status >= 500 || status === 408;
const MOST_TRIES = 6;

/**
 * A real guest: registers, votes, and uploads a photo, as the website does it.
 * @returns what was refused; undefined if nothing was
 */
export async function takePart(party: Party, address: string, number: number): Promise<string | undefined> {
  const client = new ClientAt(party.url, address);
  try {
    const created = await persist(() => client.post('/api/guests', { name: `Guest ${number}` }));
    if (created.status !== 201) return `register: ${created.status} ${created.text}`;
    const guest = Object.assign(client, { guestId: created.json.id, token: created.json.token });
    const vote = await persist(() => guest.post(`/api/media/${party.itemId}/vote`, credentials(guest)));
    if (vote.status !== 200 && vote.json.code !== 'already_voted') return `vote: ${vote.status} ${vote.text}`;
    return await sendPhoto(party, guest, party.photo(`guest-${number}.jpg`));
  } finally {
    client.close();
  }
}

async function sendPhoto(party: Party, guest: Guest, file: File): Promise<string | undefined> {
  const issued = await persist(() => issueUpload(guest, uploadRequest(party.eventId, file)));
  if (issued.status !== 201) return `ask for an upload: ${issued.status} ${issued.text}`;
  const put = await persist(() => sendFile(issued.json, file));
  if (![200, 412].includes(put.status)) return `the PUT: ${put.status}`;
  const { objectPath } = issued.json;
  const saved = await persist(() => save(guest, party.eventId, { objectPath, file }));
  return [200, 201].includes(saved.status) ? undefined : `save: ${saved.status} ${saved.text}`;
}

async function persist<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (!isPassing(answer.status) || tries === MOST_TRIES) return answer;
  }
}
