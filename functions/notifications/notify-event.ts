import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { accessOf, type EventAccess } from '../domain/access.ts';
import type { NotificationJob } from '../domain/job-messages.ts';
import { notificationFor } from './notification-text.ts';
import type { Subscription } from './subscription.ts';
import type { EventRecord } from '../domain/records.ts';
import { coHostKeysIn } from '../table/co-host-writes.ts';
import { getRow, getRows } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys } from '../table/keys.ts';
import { parseMedia } from '../table/media-row.ts';
import { parseMembership } from '../table/membership-row.ts';
import { countItems, notifiedItemCount, recipientsOf } from './recipients.ts';
import { deliver, type DeliveryPorts } from './deliver.ts';
import { LIFETIME_SECONDS } from './push-retry.ts';
import { expectRest } from './tell-of-rest.ts';

export type NotifyPorts = DeliveryPorts & {
  /** Whether this run has no time left. */
  readonly isOverdue: () => boolean;
};

/**
 * Notifies everybody who is subscribed and may now see the items in question. Safe to repeat:
 * a message that arrives twice replaces itself on the screen.
 */
export async function notifySubscribers(job: NotificationJob, ports: NotifyPorts): Promise<void> {
  const ageSeconds = Math.floor((ports.now.getTime() - Date.parse(job.at)) / 1000);
  const ttlSeconds = LIFETIME_SECONDS - Math.max(0, ageSeconds);
  const eventRow = await getRow(keys.event(job.eventId));
  const event = eventRow && parseEvent(eventRow);
  if (!eventRow || !event) return;
  await expectRest(eventRow, job);
  if (ttlSeconds <= 0) return;
  const items = await getRows(job.mediaIds.map(keys.media), { consistent: true });
  const counts = countItems(job.kind, items.map(parseMedia));
  if (counts.size === 0) return;
  const failures: unknown[] = [];
  const coHosts = coHostKeysIn(eventRow);
  for await (const page of recipientsOf(job, { event, coHosts, counts })) {
    const accessFor = await accessByPerson(event, page);
    const outcomes = await Promise.allSettled(
      page.map(async (subscription) => {
        const { person } = subscription;
        const access = accessFor(person);
        const count = notifiedItemCount(job.kind, { counts, person, access });
        if (count === 0) return;
        const message = notificationFor(event, { kind: job.kind, count });
        await deliver(subscription, { job, ports, sending: { ...ports, message, ttlSeconds } });
      }),
    );
    failures.push(...outcomes.filter(isRejected).map(({ reason }) => reason));
    const last = page.at(-1);
    if (job.kind === 'new' && !job.only && last && ports.isOverdue()) {
      await ports.resend({ ...job, after: last.endpointHash }, 0);
      break;
    }
  }
  // Last: one browser keeps nobody else from being told.
  if (failures.length > 0) throw failures[0];
}

const isRejected = (outcome: PromiseSettledResult<void>): outcome is PromiseRejectedResult =>
  outcome.status === 'rejected';

/** One request for a whole page. */
async function accessByPerson(
  event: EventRecord,
  page: readonly Subscription[],
): Promise<(person: PersonKey) => EventAccess> {
  const people = [...new Set(page.map(({ person }) => person))];
  const rows = await getRows(
    people.map((person) => keys.membership(event.id, person)),
    { consistent: true },
  );
  const memberships = new Map(rows.map(parseMembership).map((one) => [one.person, one]));
  return (person) => accessOf(personOfKey(person), event, memberships.get(person));
}
