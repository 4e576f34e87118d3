import type { Context } from 'aws-lambda';
import { tracingChannel } from 'node:diagnostics_channel';
import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { MAX_REPLY_BYTES } from './invoke.ts';
import type { CallMessage, HandledCall, ReplyMessage } from './child-messages.ts';

// The child process of a function host: loads bundles at their first call, and runs calls side by side.

type Handler = (event: unknown, context: Context) => unknown;

class RuntimeError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const require = createRequire(import.meta.url);
/** Publishes every call of a handler; only a preloaded module (`functionModules`) subscribes. */
const handled = tracingChannel<unknown, HandledCall>('gatherlens:function-call');
const bundleUrls = new Set<string>();

// Lambda takes a bundle without package.json for CommonJS; here the project's would make it an ES module.
registerHooks({
  load: (url, context, next) => next(url, bundleUrls.has(url) ? { ...context, format: 'commonjs' } : context),
});

function load({ bundlePath }: CallMessage): Handler {
  bundleUrls.add(pathToFileURL(bundlePath).href);
  let loaded: { handler?: unknown };
  try {
    loaded = require(bundlePath) as { handler?: unknown };
  } catch (error) {
    throw new RuntimeError('Runtime.ImportModuleError', String(error));
  }
  if (typeof loaded.handler !== 'function')
    throw new RuntimeError('Runtime.HandlerNotFound', 'index.handler is undefined or not exported');
  if (loaded.handler.length > 2)
    throw new RuntimeError(
      'Runtime.CallbackHandlerDeprecated',
      'Callback-based handlers do not run on Node.js 24 or later.',
    );
  return loaded.handler as Handler;
}

/**
 * The context object of a call that starts now.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html
 */
function contextOf(call: CallMessage): Context {
  const deadline = Date.now() + call.timeoutSeconds * 1000;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: call.functionId,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${call.functionId}`,
    memoryLimitInMB: String(call.memoryMb),
    awsRequestId: call.requestId,
    logGroupName: `/aws/lambda/${call.functionId}`,
    logStreamName: String(process.pid),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    // Obsolete; only the type still demands them.
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}

async function answer(call: CallMessage): Promise<ReplyMessage> {
  const { requestId } = call;
  try {
    const handler = load(call);
    process.send?.({ requestId, ok: 'begun' } satisfies ReplyMessage);
    const run = async (): Promise<unknown> => handler(JSON.parse(call.event), contextOf(call));
    const result = await handled.tracePromise(run, { functionId: call.functionId });
    const payload = JSON.stringify(result) ?? 'null';
    const bytes = Buffer.byteLength(payload);
    if (bytes > MAX_REPLY_BYTES)
      throw new RuntimeError(
        'Function.ResponseSizeTooLarge',
        `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${MAX_REPLY_BYTES} bytes).`,
      );
    return { requestId, ok: true, payload };
  } catch (error) {
    console.error(error);
    return error instanceof Error
      ? { requestId, ok: false, errorType: error.name, errorMessage: error.message }
      : { requestId, ok: false, errorType: typeof error, errorMessage: String(error) };
  }
}

let keptBundles = 0;

/** Flushes Node's compile cache after a new bundle, because the host kills this process without warning. */
function keepCompiled(): void {
  if (keptBundles === bundleUrls.size) return;
  keptBundles = bundleUrls.size;
  flushCompileCache();
}

process.on('message', (call: CallMessage) => {
  void answer(call).then((reply) => {
    process.send?.(reply);
    keepCompiled();
  });
});
// The host has ended, however that happened.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal; this one ends with the host, after the calls in flight.
process.on('SIGINT', () => undefined);
