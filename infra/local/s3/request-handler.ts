import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from '../http/http-exchange.ts';
import { corsHeaders, type CorsRule, preflight } from './cors.ts';
import { breakOff, type FaultInjection, faultyAnswer } from './faults.ts';
import { openBody } from './incoming-body.ts';
import type { S3Response, S3Request } from './operation.ts';
import { type HeaderMap, isHeaderValue, parseTarget, readHeaders } from './request-target.ts';
import { route } from './routes.ts';
import { S3Error } from './s3-error.ts';
import { authorize, type SignatureRules } from './signature.ts';
import { writeXml } from './xml.ts';

/** Called with a sentence without keys, queries or headers, and with the error if there is one. */
export type Log = (message: string, error?: unknown) => void;

export type HandlerRules = SignatureRules & {
  cors?: CorsRule;
  stored: Omit<S3Request, 'name' | 'query' | 'headers' | 'body'>;
  stallTimeoutMs: number;
  faults?: FaultInjection;
  log: Log;
};

/** Answers one request. Never rejects. */
export async function handle({ request, response }: Exchange, rules: HandlerRules): Promise<void> {
  const method = request.method ?? '';
  const path = (request.url ?? '').split('?')[0] ?? '';
  const headers = readHeaders(request);
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  response.setHeaders(
    new Map([
      ['x-amz-request-id', requestId],
      ...Object.entries(corsHeaders(rules.cors, { origin: headers.get('origin'), method })),
    ]),
  );
  try {
    const fault = rules.faults?.({ method, path });
    if (fault === 'reset' || fault === 'stall') return await breakOff({ request, response }, fault);
    const answer = fault ? faultyAnswer(fault.status) : await answerTo({ request, headers }, rules);
    await send({ request, response }, answer);
  } catch (error) {
    if (!(error instanceof S3Error)) rules.log('The object server failed.', error);
    await send({ request, response }, errorAnswer(error, { path, requestId }));
  }
}

type Arrived = { request: IncomingMessage; headers: HeaderMap };

async function answerTo({ request, headers }: Arrived, rules: HandlerRules): Promise<S3Response> {
  const method = request.method ?? '';
  if (method === 'OPTIONS') return preflight(rules.cors, headers);
  const target = parseTarget(request.url ?? '');
  const payload = authorize({ method, target, headers }, rules);
  const { bucket, key, query } = target;
  if (!rules.stored.buckets.includes(bucket))
    throw new S3Error('NoSuchBucket', { detail: { BucketName: bucket } });
  const merged = mergeHeaders(headers, query);
  const run = route({ method, key, query, headers: merged });
  const { stallTimeoutMs } = rules;
  const body = () => openBody({ request, headers: merged, payload, stallTimeoutMs });
  return run({ ...rules.stored, name: { bucket, key }, query, headers: merged, body });
}

/** How long a refused sender may be silent before its connection is closed. */
const DRAIN_SILENCE_MS = 20_000;

const CREDENTIAL = /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|security-token)$/;

/** A signed URL may carry `x-amz-` headers as parameters: they count as if sent as headers. */
function mergeHeaders(headers: HeaderMap, query: ReadonlyMap<string, string>): HeaderMap {
  const carried = [...query]
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name.startsWith('x-amz-') && !CREDENTIAL.test(name));
  const unfit = carried.find(([, value]) => !isHeaderValue(value));
  if (unfit) throw new S3Error('InvalidArgument', { detail: { ArgumentName: unfit[0] } });
  return new Map([...carried, ...headers]);
}

async function send({ request, response }: Exchange, answer: S3Response): Promise<void> {
  response.writeHead(answer.status, { ...bodyHeaders(answer), ...answer.headers });
  try {
    if (answer.stream) await pipeline(answer.stream, response);
    else response.end(request.method === 'HEAD' ? undefined : answer.xml);
  } catch {
    // The reader disconnected: there is nobody left to tell.
    response.destroy();
  }
  // A sender that was refused early is still sending, and reads the answer only if its bytes are taken.
  if (!request.complete) request.setTimeout(DRAIN_SILENCE_MS, () => request.destroy());
  // Unpipe first: a destroyed stream would pause the request again when it closes.
  request.unpipe();
  request.resume();
}

function bodyHeaders({ status, xml, stream }: S3Response): Record<string, string> {
  if (xml !== undefined) {
    return { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(xml)) };
  }
  return stream || status === 204 || status === 304 ? {} : { 'content-length': '0' };
}

function errorAnswer(error: unknown, { path, requestId }: { path: string; requestId: string }): S3Response {
  const s3Error = error instanceof S3Error ? error : new S3Error('InternalError');
  const xml = writeXml('Error', {
    Code: s3Error.code,
    Message: s3Error.message,
    ...s3Error.detail,
    Resource: path,
    RequestId: requestId,
  });
  return { status: s3Error.status, headers: { ...s3Error.headers }, xml };
}
