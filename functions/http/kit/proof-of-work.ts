import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PROOF_HEADER } from '../../../shared/contract/proof-of-work.ts';
import { beginsWithZeroBits } from '../../../shared/contract/find-proof.ts';
import { type Person, personKeyOf } from '../../domain/caller.ts';
import {
  bitsFor,
  NEW_GUESTS,
  NEW_PEOPLE,
  NEW_PEOPLE_OF_ADDRESS,
  PACE_SHARDS,
  proofRequired,
} from '../../domain/pace.ts';
import { paceShardOf } from '../../table/keys.ts';
import {
  comeFreely,
  comeProven,
  type PaceState,
  type PaceWindow,
  readPace,
  useProof,
  windowAt,
} from '../../table/pace-windows.ts';
import { networkHash } from './rate-limit.ts';

/**
 * Lets somebody take a place in an event, at once up to a pace that parties keep, and above it for a proof of work.
 * For those who have none: who has a place is not asked.
 * @throws AppError 429 with a challenge
 */
export async function admitNewcomer(
  request: APIGatewayProxyEventV2,
  { eventId, person }: { eventId: string; person: Person },
  now: Date,
): Promise<void> {
  const key = personKeyOf(person);
  const ofEvent = {
    endpointId: 'new-people',
    subject: `${eventId}#${paceShardOf(key)}`,
    pace: { ...NEW_PEOPLE, max: NEW_PEOPLE.max / PACE_SHARDS },
  };
  const ofAddress = {
    endpointId: 'new-people-of-address',
    subject: `${eventId}#${networkHash(request)}`,
    pace: NEW_PEOPLE_OF_ADDRESS,
  };
  // The address first: a flood from one is then kept from the rows that all share.
  const windows = { a: windowAt(ofAddress, now), e: windowAt(ofEvent, now) };
  await admit(request, { windows, bearer: `${eventId}#${key}` }, now);
}

/** Lets an address register a guest, in the same way; each proof is good for one. @throws AppError 429 with a challenge */
export async function admitGuest(request: APIGatewayProxyEventV2, now: Date): Promise<void> {
  const subject = networkHash(request);
  const window = windowAt({ endpointId: 'create-guest', subject, pace: NEW_GUESTS }, now);
  const challenge = await admit(request, { windows: { a: window }, bearer: subject }, now);
  if (challenge === undefined) return;
  const isUnused = await useProof(challenge, window.windowEnd + 2 * NEW_GUESTS.windowSeconds);
  if (!isUnused) throw await challengeOf('a', { window, bearer: subject });
}

type Gate = {
  /** The windows that count, by the letter by which challenges name them. */
  readonly windows: Readonly<Record<string, PaceWindow>>;
  /** Whom a proof is for. */
  readonly bearer: string;
};

/** @returns the challenge that was met; undefined if there was room */
async function admit(
  request: APIGatewayProxyEventV2,
  { windows, bearer }: Gate,
  now: Date,
): Promise<string | undefined> {
  const proven = await provenBy(request.headers[PROOF_HEADER] ?? '', { windows, bearer }, now);
  if (proven !== undefined) {
    await Promise.all(Object.values(windows).map(comeProven));
    return proven;
  }
  for (const [letter, window] of Object.entries(windows)) {
    const state = await comeFreely(window);
    if (state) throw await challengeOf(letter, { window, bearer, state });
  }
  return undefined;
}

type Issue = { window: PaceWindow; bearer: string; state?: PaceState };

async function challengeOf(letter: string, { window, bearer, state }: Issue) {
  const { came, seed } = state ?? (await readPace(window)) ?? { came: 0, seed: '' };
  const bits = bitsFor(came, window.pace.max);
  const terms = `${letter}.${window.windowEnd}.${bits}.${randomBytes(6).toString('base64url')}`;
  return proofRequired({ challenge: `${terms}.${seal(terms, { seed, bearer })}`, bits });
}

/** Nobody can make a challenge, or know one before its window has begun: the seed is drawn then. */
const seal = (terms: string, { seed, bearer }: { seed: string; bearer: string }): string =>
  createHmac('sha256', seed).update(`${terms}#${bearer}`).digest('base64url').slice(0, 16);

const PROOF =
  /^((?<terms>(?<letter>[ae])\.(?<end>\d{1,11})\.(?<bits>\d\d)\.[\w-]{8})\.(?<sealed>[\w-]{16})):\d{1,12}$/;

/** @returns the challenge, if the text meets one of this caller's of this window or the one before */
async function provenBy(text: string, { windows, bearer }: Gate, now: Date): Promise<string | undefined> {
  const { terms = '', letter = '', end, bits, sealed = '' } = PROOF.exec(text)?.groups ?? {};
  const current = windows[letter];
  if (!current) return undefined;
  const hash = createHash('sha256').update(text).digest();
  if (!beginsWithZeroBits(hash, Number(bits))) return undefined;
  const windowEnd = Number(end);
  const { windowSeconds } = current.pace;
  const isInTime = [current.windowEnd, current.windowEnd - windowSeconds].includes(windowEnd);
  if (!isInTime || now.getTime() / 1000 >= windowEnd + windowSeconds) return undefined;
  const state = await readPace({ ...current, windowEnd });
  if (!state) return undefined;
  const expected = Buffer.from(seal(terms, { seed: state.seed, bearer }));
  return timingSafeEqual(expected, Buffer.from(sealed)) ? `${terms}.${sealed}` : undefined;
}
