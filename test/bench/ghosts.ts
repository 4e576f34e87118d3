import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { upload } from '../fixtures/uploads.ts';
import { type SignedIn, signIn } from '../fixtures/users-and-guests.ts';
import { numberArgument } from './argument.ts';
import { createPhotos } from './crowd-photos.ts';
import { type CrowdSystem, startCrowdSystem } from './crowd-system.ts';
import { type GhostAnswers, haunt, type Party, takePart } from './ghosts-people.ts';

// npm run bench:ghosts: more made-up guests than there are places try to take them all at a party on the local system, from one
// address and then from many, each by a proof of work where that is asked, while real guests behind one of these addresses
// register, vote and upload. Without the pace the ghosts would have all places long before the last guest comes.
// `--seconds 60 --ghosts 500 --guests 200` for less, which finds less, `--at-once 40`. Linux only: on others not all of 127.0.0.0/8 is this
// machine's.

const seconds = numberArgument('seconds', 600);
const guestCount = numberArgument('guests', 200);
/** How many ghosts are at work at a time: as many as this machine takes. */
const atOnce = numberArgument('at-once', 40);
const MANY_ADDRESSES = 50;
const VENUE = '127.0.2.1';

await ensureBuilt();
const system = await startCrowdSystem({ holdMs: 0 });
const places = Number(system.environment['EVENT_PEOPLE_LIMIT']);
const ghostCount = numberArgument('ghosts', places + guestCount);
const refusals: string[] = [];
try {
  for (const addresses of [1, MANY_ADDRESSES]) refusals.push(...(await besiege(system, addresses)));
} finally {
  await system.close();
}
for (const refusal of refusals.slice(0, 10)) console.log(`  ${refusal}`);
console.log(`ghosts: refused ${refusals.length} of ${2 * guestCount}`);
process.exitCode = refusals.length === 0 ? 0 : 1;

/** One party under attack. @returns what its guests were refused */
async function besiege({ url }: CrowdSystem, addresses: number): Promise<string[]> {
  const owner = await signIn(url);
  const photo = await createPhotos();
  const eventId = (await owner.post('/api/events', { name: 'Party', privacy: 'public' })).json.id;
  const { id: itemId } = await upload(owner, eventId, photo('host.jpg'));
  const end = performance.now() + seconds * 1000;
  const party: Party = { url, eventId, itemId, photo, isOver: () => performance.now() >= end };
  const answers: GhostAnswers = new Map();
  const haunting = haunt(party, { count: ghostCount, addresses, atOnce }, answers);
  const took: number[] = [];
  const arriving = Array.from({ length: guestCount }, async (_, number) => {
    await pause((number * seconds * 1000) / guestCount);
    const started = performance.now();
    const refusal = await takePart(party, VENUE, number);
    took.push(performance.now() - started);
    return refusal;
  });
  const refused = (await Promise.all(arriving)).filter((refusal) => refusal !== undefined);
  await haunting;
  await report(owner, { eventId, addresses, answers, took });
  return refused.map((refusal) => `${addresses} addresses, ${refusal}`);
}

type Outcome = { eventId: string; addresses: number; answers: GhostAnswers; took: number[] };

async function report(owner: SignedIn, { eventId, addresses, answers, took }: Outcome): Promise<void> {
  let people = 0;
  for (let path: string | undefined = `/api/events/${eventId}/people`; path;) {
    const page = await owner.send('GET', path, {});
    people += (page.json as unknown[]).length;
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    `${((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) / 1000).toFixed(1)} s`;
  console.log(
    `${addresses} addresses, ${seconds} s: ${people} places taken, ${guestCount} of them by guests and 1 by the owner`,
  );
  const told = [...answers].map(([what, times]) => `${times} × ${what}`).join(', ');
  console.log(`  ${ghostCount} ghosts for ${places} places: ${told}`);
  console.log(`  a guest took ${at(0.5)} to register, vote and upload; 95 of 100 at most ${at(0.95)}`);
}
