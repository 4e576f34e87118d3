import { log } from '../aws/log.ts';
import type { PushJob } from '../domain/job-messages.ts';
import { backoffSeconds } from './push-retry.ts';
import { type Outcome, type Sending, sendWebPush } from './send-web-push.ts';
import type { Subscription } from './subscription.ts';
import { deleteSubscription } from './subscription-store.ts';

export type DeliveryPorts = Pick<Sending, 'vapid' | 'pushOrigins' | 'now'> & {
  /** Queues the rest of a job, or one subscription to retry. */
  readonly resend: (job: PushJob, delaySeconds: number) => Promise<void>;
};

type Delivery = {
  readonly job: PushJob;
  readonly ports: DeliveryPorts;
  readonly sending: Sending;
};

/**
 * Sends a message to one browser. What its push service does not take now is queued again, for that browser alone.
 * @returns what the push service answered
 */
export async function deliver(
  subscription: Subscription,
  { job, ports, sending }: Delivery,
): Promise<Outcome['kind']> {
  const outcome = await sendWebPush(subscription, sending);
  if (outcome.kind === 'gone') await forget(subscription);
  if (outcome.kind === 'refused') log.error('push refused', { status: outcome.status, kind: job.kind });
  if (outcome.kind !== 'later') return outcome.kind;
  const tries = (job.only?.tries ?? 0) + 1;
  const delaySeconds = backoffSeconds(tries, outcome.retryAfterSeconds);
  if (delaySeconds === undefined) {
    log.warn('push given up', { kind: job.kind, tries });
    return outcome.kind;
  }
  await ports.resend({ ...job, only: { endpointHash: subscription.endpointHash, tries } }, delaySeconds);
  return outcome.kind;
}

/** What cannot be deleted now is found gone by the next message again: telling everybody once more would not help. */
async function forget(subscription: Subscription): Promise<void> {
  try {
    await deleteSubscription(subscription);
  } catch (error) {
    log.error('subscription not deleted', { error });
  }
}
