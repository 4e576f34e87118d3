import { setTimeout as pause } from 'node:timers/promises';
import { createDraw } from '../fixtures/random-trouble.ts';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { downloadArchive, downloadItem } from './faults-downloads.ts';
import { createEvent, deleteEvent, deleteItem, uploadItem, vote, withdrawVote } from './faults-gallery.ts';
import type { Ledger } from './faults-ledger.ts';
import { pay, refund } from './faults-money.ts';
import type { Person } from './faults-person.ts';

const HOSTS = 2;
/** From one act to a person's next, in milliseconds at most. */
const REST_MS = 60;

type Share = readonly [weight: number, act: (person: Person) => Promise<void>];

const guestActs: readonly Share[] = [
  [66, uploadItem],
  [12, vote],
  [4, withdrawVote],
  [6, deleteItem],
  [3, pay],
  [7, downloadItem],
  [2, downloadArchive],
];
const hostActs: readonly Share[] = [
  [50, uploadItem],
  [16, deleteItem],
  [8, vote],
  [5, (person) => createEvent(person, false)],
  [4, (person) => createEvent(person, true)],
  [7, deleteEvent],
  [6, refund],
  [4, downloadArchive],
];

type Gathering = {
  readonly ledger: Ledger;
  readonly over: AbortSignal;
  readonly seed: number;
  readonly guestCount: number;
};

/** Hosts with two events of each kind, and guests. */
export async function gatherPeople(
  site: string,
  { ledger, over, seed, guestCount }: Gathering,
): Promise<Person[]> {
  let last = 0;
  const run = { ledger, over, next: () => (last += 1) };
  const people: Person[] = [];
  for (let at = 0; at < HOSTS + guestCount; at += 1) {
    const client = at < HOSTS ? await signIn(site, 'Olive') : await newGuest(site);
    const key = 'guestId' in client ? `guest:${client.guestId}` : `user:${client.userId}`;
    const person = { run, client, key, draw: createDraw(1000 * seed + 100 + at) };
    people.push(person);
    if (at >= HOSTS) continue;
    for (const isPaid of [false, true, false, true]) await createEvent(person, isPaid);
  }
  return people;
}

/** One act after the other, drawn by the person's own numbers, until it is over. */
export async function takePart(person: Person): Promise<void> {
  const { run, client, draw } = person;
  const acts = 'guestId' in client ? guestActs : hostActs;
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  while (!run.over.aborted) {
    let drawn = draw() * total;
    const [, act] = acts.find(([weight]) => (drawn -= weight) < 0) ?? acts[0]!;
    await act(person);
    await pause(draw() * REST_MS, undefined, { signal: run.over }).catch(() => undefined);
  }
}
