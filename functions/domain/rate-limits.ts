/**
 * How often the same caller may make a call. A venue shares one address, so calls are counted by person, and
 * by event if the call names one. They are counted by address only where nobody is known yet, with room for a
 * full venue: five hundred phones that reload ten times each are let in.
 */
export type RateLimit = {
  readonly by: 'person' | 'address';
  readonly max: number;
  readonly windowSeconds: number;
};

const perMinute = (max: number): RateLimit => ({ by: 'person', max, windowSeconds: 60 });

/** By call id. A phone that sends 50 files asks for 50 uploads, and for more if some fail. */
const limits: Readonly<Record<string, RateLimit>> = {
  'create-guest': { by: 'address', max: 6000, windowSeconds: 600 },
  login: { by: 'address', max: 6000, windowSeconds: 600 },
  'login-callback': { by: 'address', max: 6000, windowSeconds: 600 },
  'create-event': perMinute(600),
  'issue-upload': perMinute(600),
  'issue-guest-upload': perMinute(600),
  'save-media': perMinute(600),
  'save-guest-media': perMinute(600),
  'cast-vote': perMinute(600),
  'withdraw-vote': perMinute(600),
  'start-archive': perMinute(120),
  // Each call reads up to 5,000 items and, if the stage has a model, pays for a request to it.
  'calculate-highlights': perMinute(30),
  'claim-guest': perMinute(120),
  'remove-idle-people': perMinute(120),
  'create-checkout': perMinute(120),
  'refund-payment': perMinute(120),
  'subscribe-push': perMinute(120),
  // A full venue's measured visits: one in ten. Each report costs log lines, and those above are not missed.
  'record-browser-report': { by: 'address', max: 600, windowSeconds: 600 },
  'unsubscribe-push': { by: 'address', max: 6000, windowSeconds: 600 },
};

/**
 * How often an event's votes are rolled up: 100 times a second, in four windows of 25. Each rewrites an item in
 * the index that sorts all items of the event by votes, for 4 to 6 of the 1,000 write units that it takes.
 */
export const ROLL_UP_WINDOWS = 4;
export const ROLL_UPS = { max: 25, windowSeconds: 1 } as const;

export function rateLimitOf(endpointId: string): RateLimit | undefined {
  return limits[endpointId];
}
