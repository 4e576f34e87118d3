import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, tracingChannel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { HandledCall } from '../../infra/local/lambda/child-messages.ts';
import { rightsOf, rightsOfSignedUrl, serviceOf } from './rights-of-request.ts';

// Loaded before the functions into the processes that run them. Writes a line `function action resource` for
// each right that a function used to the file that this module's own URL names: `recorder.ts?into=/…`. It
// watches outgoing requests, and so needs nothing from the functions or from the SDK in their bundles.

const file = new URL(import.meta.url).searchParams.get('into') ?? '';
const known = new Set<string>();
const functionIds = new AsyncLocalStorage<string>();

const calls = tracingChannel<string, HandledCall>('gatherlens:function-call');
calls.start.bindStore(functionIds, ({ functionId }) => functionId);
calls.asyncEnd.subscribe((message) => {
  const { functionId, result } = message as HandledCall & { result?: unknown };
  for (const [url] of replyText(result).matchAll(/https?:[^"\s\\]*X-Amz-Signature=[^"\s\\]*/g))
    note(rightsOfSignedUrl(url), functionId);
});

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  const service = serviceOf(request.getHeader('authorization')?.toString());
  if (service === undefined) return;
  // Read now: what pipes a body into the request may run in another context.
  const functionId = functionIds.getStore();
  whenSent(request, (body) => {
    const rights = rightsOf({
      service,
      method: request.method,
      url: new URL(request.path, 'http://aws.invalid'),
      header: (name) => request.getHeader(name)?.toString(),
      body,
    });
    note(rights, functionId);
  });
});

function note(rights: readonly string[], functionId = functionIds.getStore() ?? 'nobody'): void {
  for (const right of rights) {
    const line = `${functionId} ${right}\n`;
    if (known.has(line)) continue;
    known.add(line);
    // At once: the host ends this process without a warning.
    appendFileSync(file, line);
  }
}

/** Longer bodies are files. */
const LARGEST_BODY_BYTES = 1_000_000;

/** Reports a request's body as text once the request has been sent. */
function whenSent(request: ClientRequest, tell: (body: string) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const keep = (chunk: unknown): void => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    bytes += chunk.length;
    if (bytes <= LARGEST_BODY_BYTES) chunks.push(Buffer.from(chunk));
  };
  const write = request.write.bind(request) as (...words: unknown[]) => boolean;
  const end = request.end.bind(request) as (...words: unknown[]) => ClientRequest;
  Object.assign(request, {
    write: (...words: unknown[]) => {
      keep(words[0]);
      return write(...words);
    },
    end: (...words: unknown[]) => {
      keep(words[0]);
      tell(Buffer.concat(chunks).toString());
      return end(...words);
    },
  });
}

/** A reply as text, decompressed if it was compressed for the client. */
function replyText(result: unknown): string {
  const { body, isBase64Encoded, headers } = (result ?? {}) as {
    body?: string;
    isBase64Encoded?: boolean;
    headers?: Record<string, string>;
  };
  if (!isBase64Encoded || body === undefined) return JSON.stringify(result) ?? '';
  const bytes = Buffer.from(body, 'base64');
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[headers?.['content-encoding'] ?? ''];
  return (unpack ? unpack(bytes) : bytes).toString();
}
