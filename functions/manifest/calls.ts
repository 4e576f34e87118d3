import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { CALL_SECONDS } from './call-row.ts';
import { downloadCalls } from './download-calls.ts';
import { eventCalls } from './event-calls.ts';
import type { RequestRow } from './function-row.ts';
import { mediaCalls } from './media-calls.ts';
import { notificationCalls } from './notification-calls.ts';
import { paymentCalls } from './payment-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { signInCalls } from './sign-in-calls.ts';
import { uploadCalls } from './upload-calls.ts';

/** Answers what no route matches, so that an unknown path is refused like everything else. */
export const unmatched: RequestRow = {
  id: 'answer-unmatched',
  noun: 'events',
  entry: 'functions/http/answer-unmatched.ts',
  trigger: { kind: 'unmatched' },
  grants: {},
  memoryMb: 512,
  timeoutSeconds: CALL_SECONDS,
};

/** The Lambdas behind all calls. */
export const calls: readonly RequestRow[] = [
  ...eventCalls,
  ...mediaCalls,
  ...uploadCalls,
  ...downloadCalls,
  ...peopleCalls,
  ...paymentCalls,
  ...notificationCalls,
  ...signInCalls,
];

/** Every call of the contract. */
export const endpoints: readonly Endpoint[] = calls.flatMap(({ trigger }) =>
  trigger.kind === 'http' ? [trigger.endpoint] : [],
);
