import { quotas } from '../../quotas/quotas.ts';

/** The outcome of a call. `payload` is the function's parsed JSON reply, or null if it returned nothing. */
export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly errorType: string; readonly errorMessage: string };

/** Calls one function with one event. Never rejects because of what the function does. */
export type Invoke = (event: unknown) => Promise<InvokeResult>;

/** @param errorType as Lambda names it */
export function failedInvocation(errorType: string, errorMessage: string): InvokeResult {
  return { ok: false, errorType, errorMessage };
}

const THROTTLED = 'TooManyRequestsException';

/** The outcome of a call that did not reach its function, because too many ran. */
export const throttledInvocation = (): InvokeResult => failedInvocation(THROTTLED, 'Rate Exceeded.');

export const isThrottled = (result: InvokeResult): boolean => !result.ok && result.errorType === THROTTLED;

/**
 * Largest event and largest reply, in bytes of JSON.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_EVENT_BYTES = quotas.lambdaEventBytes.value;
export const MAX_REPLY_BYTES = 6_291_556;
