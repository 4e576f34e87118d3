import { createEvent } from '../../shared/contract/events.ts';
import { chargeOf } from '../../shared/values/currency.ts';
import { parsePriceCents } from '../../shared/values/price-text.ts';
import { AppError } from '../domain/app-error.ts';
import type { EventRecord } from '../domain/records.ts';
import { eventViewOf } from '../gallery/views.ts';
import { http } from './kit/http.ts';
import { newId } from '../domain/ids.ts';
import { createEvent as storeEvent } from '../table/events.ts';

export const handler = http(createEvent, async ({ body, caller, now }) => {
  const priceCents = parsePriceCents(body.price);
  if (priceCents === undefined) throw invalidPrice('Use a price like 12.50.');
  const charge = body.isPaid && chargeOf({ priceCents: priceCents ?? 0, currency: body.currency });
  if (charge && 'problem' in charge) throw invalidPrice(charge.problem);
  const event: EventRecord = {
    id: newId('evt'),
    name: body.name,
    description: body.description || null,
    date: body.date || null,
    eventType: body.eventType || null,
    privacy: body.privacy,
    moderationEnabled: body.moderationEnabled,
    isPaused: false,
    firstNamesSince: null,
    isPaid: body.isPaid,
    priceCents: body.isPaid ? priceCents : null,
    currency: body.currency,
    createdBy: caller.userId,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    highlightCount: 0,
  };
  await storeEvent(event);
  const counts = { approved: 0, pending: 0, rejected: 0, voted: 0 };
  const access = { role: 'owner', hasPaid: false, hasPlace: true, event } as const;
  return { status: 201, body: eventViewOf({ event, counts, membership: undefined, access }) };
});

function invalidPrice(message: string): AppError {
  return new AppError('invalid', 'invalid_input', { message, issues: [{ path: 'price', message }] });
}
