import { findEventByCode } from '../../shared/contract/event-codes.ts';
import { notFound } from '../domain/app-error.ts';
import { findEventByCode as readEvent } from '../table/event-codes.ts';
import { noteFoundCode, wasCodeFound } from '../table/found-codes.ts';
import { http } from './kit/http.ts';
import { networkHash } from './kit/rate-limit.ts';

export const handler = http(
  findEventByCode,
  async ({ params, now, event: request }) => {
    const event = await readEvent(params.code);
    // Whoever guesses learns nothing of private events, not even that they exist.
    if (!event || event.privacy === 'private') throw notFound();
    await noteFoundCode({ network: networkHash(request), code: params.code }, now);
    return { status: 200, body: { eventId: event.id } };
  },
  {
    // One phone that uses up a venue's lookups keeps nobody from the party that others there have found. A guess it helps nobody with.
    isAnsweredAnyway: ({ params, now, event }) =>
      wasCodeFound({ network: networkHash(event), code: params.code }, now),
  },
);
