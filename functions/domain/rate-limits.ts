/**
 * How often the same caller may make a call. A venue shares one address, so calls are counted by person: over all
 * events together, because a request can name any event. They are counted by address only where nobody is known
 * yet, with room for a full venue: five hundred phones that reload ten times each are let in. New guests and an event's newcomers
 * have a pace instead: `newcomer-pace.ts`.
 */
export type RateLimit = {
  readonly by: 'person' | 'address';
  readonly max: number;
  readonly windowSeconds: number;
};

/**
 * How often an address may make a call that is counted by person, where nobody is proven: a full venue looks at the event at
 * once, ten times each and more. A person's maximum would let one phone stop all of them; who uses this one up stops the nameless
 * for a minute.
 */
export const UNPROVEN: RateLimit = { by: 'address', max: 6000, windowSeconds: 60 };

const perMinute = (max: number): RateLimit => ({ by: 'person', max, windowSeconds: 60 });
const perTenMinutes = (max: number): RateLimit => ({ by: 'person', max, windowSeconds: 600 });

/**
 * By call id, for every call that writes. A phone that sends 50 files asks for 50 uploads, and for more if some fail; a
 * host who looks at 5,000 photos decides on a few a second, or on 50 with each call. Which calls have none, and why, is
 * in `infra/operate/unlimited-calls.ts`.
 */
const limits: Readonly<Record<string, RateLimit>> = {
  // More is no host's: hundreds would fill the public list.
  'create-event': { by: 'person', max: 30, windowSeconds: 3600 },
  'update-event': perMinute(120),
  'delete-event': perMinute(120),
  'join-event': perMinute(120),
  'issue-event-code': perMinute(60),
  // Those of a full venue who cannot scan: one in five, six times each. Who guesses has no more.
  'find-event-by-code': { by: 'address', max: 600, windowSeconds: 600 },
  'block-person': perMinute(600),
  'restore-person': perMinute(600),
  'name-co-host': perMinute(60),
  'dismiss-co-host': perMinute(60),
  'create-co-host-link': perMinute(30),
  'revoke-co-host-links': perMinute(30),
  'accept-co-host-link': perMinute(30),
  'hand-over-event': perMinute(30),
  'delete-media': perMinute(600),
  'moderate-media': perMinute(600),
  'moderate-event': perMinute(600),
  // What one does once. Whoever still owns events may try again; each try looks at all that they own.
  'delete-user': perTenMinutes(10),
  'delete-guest': perTenMinutes(10),
  'delete-sessions': perMinute(30),
  // Guests cost nothing to make, and whoever is refused looks for new photos as before. A hall of 2,000 phones has three each.
  'issue-live-ticket': { by: 'address', max: 6000, windowSeconds: 600 },
  'issue-upload': perMinute(600),
  'issue-guest-upload': perMinute(600),
  'save-media': perMinute(600),
  'save-guest-media': perMinute(600),
  'cast-vote': perMinute(600),
  'withdraw-vote': perMinute(600),
  'start-archive': perMinute(120),
  // Each call may read 5,000 items.
  'calculate-highlights': perMinute(30),
  'measure-archive': perMinute(60),
  // The first in five minutes may read 10,000.
  'get-numbers': perMinute(30),
  // Each search looks at 1,000 people, and the list of events reads all that somebody joined.
  'list-people': perMinute(60),
  'list-events': perMinute(60),
  'claim-guest': perMinute(120),
  'remove-idle-people': perMinute(120),
  'block-recent-guests': perMinute(120),
  'create-checkout': perMinute(120),
  'refund-payment': perMinute(120),
  'subscribe-push': perMinute(120),
  // A full venue's measured visits: one in ten. Each report costs log lines, and those above are not missed.
  'record-browser-report': { by: 'address', max: 600, windowSeconds: 600 },
};

/**
 * How often one person's highlights are put to the stage's model, which is paid for each time: a day's worth of changed
 * minds. After that the choice is made without it.
 */
export const MODEL_QUESTIONS = { max: 30, windowSeconds: 24 * 3600 } as const;

/**
 * How often an event's votes are rolled up: 100 times a second, in four windows of 25. Each rewrites an item in
 * the index that sorts all items of the event by votes, for 4 to 6 of the 1,000 write units that it takes.
 */
export const ROLL_UP_WINDOWS = 4;
export const ROLL_UPS = { max: 25, windowSeconds: 1 } as const;

export function rateLimitOf(endpointId: string): RateLimit | undefined {
  return limits[endpointId];
}

/** The limit that counts a call. @param isProven whether a session or a guest's token says who makes it */
export function countingLimitOf(endpointId: string, isProven: boolean): RateLimit | undefined {
  const limit = rateLimitOf(endpointId);
  return limit?.by === 'person' && !isProven ? UNPROVEN : limit;
}
