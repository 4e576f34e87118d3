import { updateEvent } from '../../shared/contract/events.ts';
import { assertMay } from '../domain/access.ts';
import type { EventRecord } from '../domain/records.ts';
import { eventViewOf } from '../gallery/views.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { updateEvent as storeChange } from '../table/events.ts';

/** Switching it on while it is on keeps its time: people who were told of it earlier are still named. */
function firstNamesSince(event: EventRecord, isWanted: boolean | undefined, now: Date) {
  if (isWanted === undefined || isWanted === (event.firstNamesSince !== null)) return undefined;
  return isWanted ? now.toISOString() : null;
}

export const handler = http(updateEvent, async ({ params, body, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('manage', context.access);
  const event = await storeChange(context.event, {
    name: body.name,
    // Absent stays unchanged and null clears; forms send an empty date for "absent".
    description: body.description === '' ? null : body.description,
    date: body.date === '' ? undefined : body.date,
    privacy: body.privacy,
    moderationEnabled: body.moderationEnabled,
    isPaused: body.isPaused,
    firstNamesSince: firstNamesSince(context.event, body.showsFirstNames, now),
    updatedAt: now.toISOString(),
  });
  return { status: 200, body: eventViewOf({ ...context, event }) };
});
