import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PROOF_HEADER } from '../../../shared/contract/proof-of-work.ts';
import { beginsWithZeroBits } from '../../../shared/contract/find-proof.ts';
import { type PersonKey, personKeyOf } from '../../domain/caller.ts';
import {
  bitsFor,
  NEW_GUESTS,
  NEW_PEOPLE,
  NEW_PEOPLE_OF_ADDRESS,
  PACE_SHARDS,
  proofRequired,
} from '../../domain/newcomer-pace.ts';
import { paceShardOf } from '../../table/shards.ts';
import { hasRoom, type Newcomer } from '../../table/membership-capacity.ts';
import {
  comeFreely,
  comeProven,
  countAsked,
  type PaceWindow,
  readPace,
  useProof,
  windowAt,
} from '../../table/pace-windows.ts';
import { networkHash } from './rate-limit.ts';

/**
 * Lets somebody take a place in an event, at once up to a pace that parties keep, and above it for a proof of work.
 * For those who have none: who has a place is not asked, and who finds none is not counted. Asked last, after whatever
 * else refuses the call: only those who come are counted, each once in a window.
 * @throws AppError 429 with a challenge
 */
export async function admitNewcomer(
  request: APIGatewayProxyEventV2,
  { event, person }: Pick<Newcomer, 'event' | 'person'>,
  now: Date,
): Promise<void> {
  // What takes the place refuses them.
  if (!(await hasRoom({ event, person }))) return;
  const key = personKeyOf(person);
  const ofEvent = {
    endpointId: 'new-people',
    subject: `${event.id}#${paceShardOf(key)}`,
    pace: { ...NEW_PEOPLE, max: NEW_PEOPLE.max / PACE_SHARDS },
  };
  const ofAddress = {
    endpointId: 'new-people-of-address',
    subject: `${event.id}#${networkHash(request)}`,
    pace: NEW_PEOPLE_OF_ADDRESS,
  };
  // The address first: a flood from one is then kept from the rows that all share.
  const windows = { a: windowAt(ofAddress, now), e: windowAt(ofEvent, now) };
  const gate = { windows, bearer: `${event.id}#${key}` };
  const proven = await provenBy(request, gate, now);
  if (!proven) return comeInto(gate, key);
  // Repeated, as after a lost answer, it lets the same person in and counts nobody.
  const isFirst = await useProof(`${gate.bearer}#${proven.windowEnd}`, expiryOf(proven));
  if (isFirst) await Promise.all(Object.values(windows).map((window) => comeProven(window, key)));
}

/** Lets an address register a guest, in the same way; each proof is good for one. @throws AppError 429 with a challenge */
export async function admitGuest(request: APIGatewayProxyEventV2, now: Date): Promise<void> {
  const bearer = networkHash(request);
  const window = windowAt({ endpointId: 'create-guest', subject: bearer, pace: NEW_GUESTS }, now);
  const gate = { windows: { a: window }, bearer };
  const proven = await provenBy(request, gate, now);
  if (!proven) return comeInto(gate);
  const isUnused = await useProof(proven.challenge, expiryOf(proven));
  if (!isUnused) throw await challengeOf('a', gate);
  await comeProven(window);
}

type Gate = {
  /** The windows that count, by the letter by which challenges name them. */
  readonly windows: Readonly<Record<string, PaceWindow>>;
  /** Whom a proof is for. */
  readonly bearer: string;
};

/** @throws AppError 429 with a challenge of the first window that has no room */
async function comeInto(gate: Gate, person?: PersonKey): Promise<void> {
  for (const [letter, window] of Object.entries(gate.windows))
    if (!(await comeFreely(window, person))) throw await challengeOf(letter, gate);
}

/** As hard as the hardest of all windows, because the proof is good for all of them. */
async function challengeOf(letter: string, { windows, bearer }: Gate) {
  const asked = await Promise.all(
    Object.entries(windows).map(async ([name, window]) => {
      const state = await countAsked(window);
      return { name, window, seed: state.seed, bits: bitsFor(state, window.pace.max) };
    }),
  );
  const issuer = asked.find(({ name }) => name === letter);
  if (!issuer) throw new Error(`No window is called ${letter}.`);
  const bits = Math.max(...asked.map((one) => one.bits));
  const terms = `${letter}.${issuer.window.windowEnd}.${bits}.${randomBytes(6).toString('base64url')}`;
  return proofRequired({ challenge: `${terms}.${seal(terms, { seed: issuer.seed, bearer })}`, bits });
}

/** Nobody can make a challenge, or know one before its window has begun: the seed is drawn then. */
const seal = (terms: string, { seed, bearer }: { seed: string; bearer: string }): string =>
  createHmac('sha256', seed).update(`${terms}#${bearer}`).digest('base64url').slice(0, 16);

const PROOF =
  /^((?<terms>(?<letter>[ae])\.(?<end>\d{1,11})\.(?<bits>\d\d)\.[\w-]{8})\.(?<sealed>[\w-]{16})):\d{1,12}$/;

/** A challenge that was met, and the window that it is of. */
type Proven = { readonly challenge: string; readonly windowEnd: number; readonly windowSeconds: number };

/** When no proof of that window is good any more, in seconds. */
const expiryOf = ({ windowEnd, windowSeconds }: Proven): number => windowEnd + 2 * windowSeconds;

/** @returns the challenge, if the request's proof meets one of this caller's of this window or the one before */
async function provenBy(
  request: APIGatewayProxyEventV2,
  { windows, bearer }: Gate,
  now: Date,
): Promise<Proven | undefined> {
  const text = request.headers[PROOF_HEADER] ?? '';
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
  const isTheirs = timingSafeEqual(expected, Buffer.from(sealed));
  return isTheirs ? { challenge: `${terms}.${sealed}`, windowEnd, windowSeconds } : undefined;
}
