import { subscribePush, type PushSubscriptionKeys } from '../../shared/contract/notifications.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { personKeyOf } from '../domain/caller.ts';
import { pushOrigins } from '../aws/addresses.ts';
import { http } from './kit/http.ts';
import { admitNewcomer } from './kit/proof-of-work.ts';
import { isPushEndpoint } from '../notifications/push-endpoint.ts';
import { hashEndpoint, isPublicKey } from '../notifications/subscription-keys.ts';
import { requireEventContext } from '../table/event-context.ts';
import { putSubscription } from '../notifications/subscription-store.ts';

export const handler = http(subscribePush, async ({ body, caller, now, event: request }) => {
  const { event, membership, access } = await requireEventContext(body.eventId, caller);
  assertMay('see-event', access);
  assertDeliverable(body.subscription);
  const { endpoint, keys } = body.subscription;
  const subscription = {
    eventId: event.id,
    endpointHash: hashEndpoint(endpoint),
    person: personKeyOf(caller),
    endpoint,
    keys,
    createdAt: now.toISOString(),
  };
  const admit = () => admitNewcomer(request, { event, person: caller }, now);
  await putSubscription(subscription, membership?.hasPlace ? undefined : admit);
  return { status: 201, body: { subscribed: true } };
});

/** @throws AppError 400 */
function assertDeliverable({ endpoint, keys }: PushSubscriptionKeys): void {
  if (!isPushEndpoint(endpoint, pushOrigins())) {
    throw invalid('subscription.endpoint', 'This is no address of a known push service.');
  }
  if (!isPublicKey(keys.p256dh)) {
    throw invalid('subscription.keys.p256dh', 'This is no public key.');
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', 'invalid_subscription', { message, issues: [{ path, message }] });
}
