import { CALL_SECONDS, LONG_CALL_SECONDS } from '../../functions/manifest/call-row.ts';
import { DEAD_LETTER_DAYS, MESSAGE_DAYS, queues } from '../../functions/manifest/queues.ts';
import { workers } from '../../functions/manifest/workers.ts';
import { MAX_BODY_BYTES } from '../../functions/http/kit/parse-request.ts';
import { MAX_FILE_BYTES } from '../../shared/values/file-limits.ts';
import type { CrowdLimit } from '../cost/crowd-limits.ts';
import { originTimeouts } from '../edge/origin-timeouts.ts';
import { quotas } from '../quotas/quotas.ts';

const MIB = 1024 ** 2;

/** Messages that the workers of all queues can have in hand at once. */
const inHand = workers.reduce((sum, { trigger }) => {
  if (trigger.kind !== 'queue') return sum;
  return sum + trigger.batchSize * (trigger.maxConcurrency ?? quotas.lambdaConcurrency.value);
}, 0);

const longestWork = Math.max(...workers.map(({ timeoutSeconds }) => timeoutSeconds));
const deliveries = Math.max(...queues.map(({ maxReceiveCount }) => maxReceiveCount));

const rows: readonly Pick<CrowdLimit, 'what' | 'limit' | 'unit' | 'effect'>[] = [
  {
    what: 'A call',
    limit: CALL_SECONDS,
    unit: `seconds, ${LONG_CALL_SECONDS} where it waits for files`,
    effect: 'It ends and is answered 500. Calls can be repeated.',
  },
  {
    what: "CloudFront's patience with an origin",
    limit: originTimeouts.responseSeconds,
    unit: 'seconds',
    effect: 'Answered 504, which nobody else is answered with.',
  },
  {
    what: 'A job',
    limit: longestWork,
    unit: 'seconds at most, by its row in the manifest',
    effect: 'It ends, and its message is delivered again.',
  },
  { what: 'A URL', limit: quotas.edgeUrlBytes.value, unit: 'bytes', effect: 'Answered 413 by CloudFront.' },
  {
    what: 'The headers of a request',
    limit: quotas.edgeHeadBytes.value,
    unit: `bytes, of a call ${quotas.gatewayHeadBytes.value.toLocaleString('en-US')}`,
    effect: 'Answered 413 by CloudFront, 431 by the gateway.',
  },
  {
    what: 'The body of a call',
    limit: MAX_BODY_BYTES / 1024,
    unit: `KB; the gateway takes ${quotas.gatewayBodyBytes.value / MIB} MB, Lambda ${quotas.lambdaEventBytes.value / MIB}`,
    effect: 'Answered 413.',
  },
  {
    what: 'A file',
    limit: MAX_FILE_BYTES / MIB,
    unit: 'MB',
    effect: 'Answered 413 before a URL is issued, or when it is saved.',
  },
  {
    what: 'Messages in flight in one queue',
    limit: quotas.queueInFlight.value,
    unit: `messages; all workers together hold ${inHand.toLocaleString('en-US')}`,
    effect: 'The queue hands out no more until some are done.',
  },
  {
    what: 'A message',
    limit: quotas.messageBytes.value / MIB,
    unit: 'MiB',
    effect: 'Sending it fails. Ours hold ids.',
  },
  {
    what: 'A message that waits',
    limit: MESSAGE_DAYS,
    unit: `days, ${DEAD_LETTER_DAYS} in the dead-letter queue`,
    effect: 'It is gone; alarms ring long before. Repair finds unfinished items again.',
  },
  {
    what: 'A message that fails',
    limit: deliveries,
    unit: 'deliveries',
    effect: 'It goes to the dead-letter queue; `npm run redrive` sends it back.',
  },
];

/** Sizes and times, which no crowd changes. */
export const sizeLimits: readonly CrowdLimit[] = rows.map((row) => ({ ...row, guests: undefined, by: '' }));
