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
 * What the child sends back: first that the handler has been called, when its time starts, and then the
 * outcome. `payload` is JSON.
 */
export type ReplyMessage = { readonly requestId: string } & (
  | { readonly ok: 'begun' }
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly errorType: string; readonly errorMessage: string }
);

/** A call of a handler, as the tracing channel `gatherlens:function-call` publishes it. */
export type HandledCall = { readonly functionId: string };
