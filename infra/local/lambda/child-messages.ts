/** One call, as the host sends it to its child process. */
export type CallMessage = {
  readonly requestId: string;
  readonly functionId: string;
  readonly bundlePath: string;
  /** JSON. */
  readonly event: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
};

/**
 * What the child sends back: that the handler is called now, from when its time counts, and then the outcome. `payload`
 * is JSON.
 */
export type ReplyMessage = { readonly requestId: string } & (
  | { readonly ok: 'begun' }
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly errorType: string; readonly errorMessage: string }
);

/** What the tracing channel `gatherlens:function-call` tells of each call of a handler, in the functions' process. */
export type HandledCall = { readonly functionId: string };
