import { NodeHttpHandler } from '@smithy/node-http-handler';
import { untilDeadline } from './deadline.ts';

const CONNECT_MS = 1_500;

type Handle = NodeHttpHandler['handle'];

/** Sends the requests of an AWS client, and gives each up when the run that it belongs to has no time left. */
class RunHttpHandler extends NodeHttpHandler {
  override handle(...[request, options = {}]: Parameters<Handle>): ReturnType<Handle> {
    const abortSignal = untilDeadline(options.abortSignal as AbortSignal | undefined);
    return super.handle(request, { ...options, ...(abortSignal && { abortSignal }) });
  }
}

/** @param silenceMs how long a connection may be silent before its request counts as lost */
export const httpHandler = (silenceMs: number): NodeHttpHandler =>
  new RunHttpHandler({ connectionTimeout: CONNECT_MS, socketTimeout: silenceMs });
