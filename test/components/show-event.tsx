import type { EventView, UserView } from '../../shared/contract/entities.ts';
import EventRoute from '../../web/src/routes/event/event.tsx';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID } from './sample-views.ts';
import { show } from './show.tsx';

type ShownEvent = { user?: UserView; query?: string; more?: Answers };

/** Shows an event's page, without photos, to a user or to nobody, unless other calls are answered. */
export async function showEvent(event: EventView, { user, query = '', more = {} }: ShownEvent = {}) {
  const sent = fakeApi({
    'GET /api/auth/user': () => user ?? new Refusal(401),
    'GET /api/events/{eventId}': () => event,
    'GET /api/events/{eventId}/media': () => [],
    ...more,
  });
  const shown = await show(<EventRoute />, {
    at: `/event/${EVENT_ID}${query}`,
    route: '/event/:eventId',
  });
  return { ...shown, sent };
}
