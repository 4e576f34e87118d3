/** What a call of a function came to. `payload` is its JSON reply, parsed; null where it gave nothing. */
export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly errorType: string; readonly errorMessage: string };

/** Calls one function with one event. Never rejects for what the function does. */
export type Invoke = (event: unknown) => Promise<InvokeResult>;

/** A call's failure, as Lambda names it. */
export function failedInvocation(errorType: string, errorMessage: string): InvokeResult {
  return { ok: false, errorType, errorMessage };
}

/**
 * Longest event in bytes of JSON, and longest reply.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_EVENT_BYTES = 6_291_456;
export const MAX_REPLY_BYTES = 6_291_556;
