import { quotas } from '../../quotas/quotas.ts';
import { unsignedCredentials } from '../aws-protocol/unsigned-credentials.ts';

export const ACCOUNT = '000000000000';
/** 14 days, SQS's maximum: a person has to look at dead-letter messages. */
const DEAD_LETTER_SECONDS = 1_209_600;
/** Four days, as the deployed queues have it. */
const RETENTION_SECONDS = 345_600;
/** SQS's own default; a dead-letter queue has no worker. */
const DEAD_LETTER_VISIBILITY_SECONDS = 30;

export type QueueDefinition = {
  readonly name: string;
  readonly visibilityTimeoutSeconds: number;
  /** How often a message is received before it goes to the dead-letter queue instead. */
  readonly maxReceiveCount: number;
  /** Name of the dead-letter queue, which is created as well. */
  readonly dlq: string;
  /** How many messages may be in flight at once; as many as in SQS by default. */
  readonly maxInFlight?: number;
};

/** A queue, or a dead-letter queue, which gives nothing up. */
export type Queue = {
  readonly name: string;
  readonly visibilityTimeoutSeconds: number;
  readonly retentionSeconds: number;
  readonly maxInFlight: number;
  readonly redrive?: { readonly dlq: string; readonly maxReceiveCount: number };
};

export const arnOf = (name: string): string => `arn:aws:sqs:${unsignedCredentials.region}:${ACCOUNT}:${name}`;

/** Every queue by name, with the dead-letter queues. */
export function queuesByName(definitions: readonly QueueDefinition[]): ReadonlyMap<string, Queue> {
  const queues = definitions.flatMap((definition): Queue[] => {
    const { name, visibilityTimeoutSeconds, maxReceiveCount, dlq } = definition;
    return [
      {
        name,
        visibilityTimeoutSeconds,
        retentionSeconds: RETENTION_SECONDS,
        maxInFlight: definition.maxInFlight ?? quotas.queueInFlight.value,
        redrive: { dlq, maxReceiveCount },
      },
      {
        name: dlq,
        visibilityTimeoutSeconds: DEAD_LETTER_VISIBILITY_SECONDS,
        retentionSeconds: DEAD_LETTER_SECONDS,
        maxInFlight: quotas.queueInFlight.value,
      },
    ];
  });
  return new Map(queues.map((queue) => [queue.name, queue]));
}
