import { getNumbers } from '../../shared/contract/numbers.ts';
import { assertMay } from '../domain/access.ts';
import { eventNumbersFor } from '../numbers/event-numbers.ts';
import { requireEventContext } from '../table/event-context.ts';
import { http } from './kit/http.ts';

export const handler = http(getNumbers, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('manage', context.access);
  const { numbers, cookies } = await eventNumbersFor(context, { caller, now });
  return { status: 200, body: numbers, cookies: [...cookies] };
});
