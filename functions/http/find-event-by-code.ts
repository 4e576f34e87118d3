import { findEventByCode } from '../../shared/contract/event-codes.ts';
import { notFound } from '../domain/app-error.ts';
import { findEventByCode as readEvent } from '../table/event-codes.ts';
import { http } from './kit/http.ts';

export const handler = http(findEventByCode, async ({ params }) => {
  const event = await readEvent(params.code);
  // Whoever guesses learns nothing of private events, not even that they exist.
  if (!event || event.privacy === 'private') throw notFound();
  return { status: 200, body: { eventId: event.id } };
});
