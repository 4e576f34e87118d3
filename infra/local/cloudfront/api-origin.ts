import type { IncomingMessage, ServerResponse } from 'node:http';
import { withForwardedHeaders } from '../api-gateway/forwarded.ts';
import { tooLarge, type Gateway } from '../api-gateway/http-api.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import { splitTarget } from '../api-gateway/request-event.ts';
import type { Exchange } from './http-exchange.ts';
import type { ViewerFunctionResult } from './viewer-function.ts';

// API Gateway's limit for a request's body.
const bodyLimitBytes = 10 * 1024 * 1024;
/** The API's own host: as in AWS, functions never see the host that the viewer asked. */
const apiHost = 'local.execute-api.localhost';
const edgeAddress = '127.0.0.1';

export type ApiOrigin = { readonly gateway: Gateway; readonly now: () => Date; readonly port: number };

type ApiRequest = Pick<Exchange, 'request'> & {
  readonly requestId: string;
  /** What the viewer-request function made of it; headers that it set overwrite a viewer's own. */
  readonly asked: ViewerFunctionResult;
};

/** Passes a request on as CloudFront does (all viewer headers but Host). */
export async function requestApi(origin: ApiOrigin, asking: ApiRequest): Promise<GatewayReply> {
  const { request, asked } = asking;
  const body = await readBody(request);
  // The rest of the body is not wanted.
  if (body === undefined) {
    const refusal = tooLarge();
    return { ...refusal, headers: { ...refusal.headers, connection: 'close' } };
  }
  const [, query] = splitTarget(request.url ?? '/');
  const rawHeaders = withForwardedHeaders(viaEdge(asking), {
    sourceIp: edgeAddress,
    port: origin.port,
    now: origin.now(),
  });
  return origin.gateway({
    method: request.method ?? 'GET',
    target: query === '' ? asked.uri : `${asked.uri}?${query}`,
    rawHeaders,
    body,
    sourceIp: edgeAddress,
    httpVersion: request.httpVersion,
  });
}

/** What CloudFront adds and replaces. Names that are its own are never taken from a viewer. */
function viaEdge({ request, requestId, asked }: ApiRequest): string[] {
  const kept: string[] = ['host', apiHost];
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const isOurs =
      /^(?:host|via|x-amz-cf-id|cloudfront-.*)$/i.test(name) || name.toLowerCase() in asked.headers;
    if (!isOurs) kept.push(name, value);
  }
  const viewer = request.socket.remoteAddress ?? edgeAddress;
  return [
    ...kept,
    'x-forwarded-for',
    viewer,
    'via',
    `${request.httpVersion} local.cloudfront.net (CloudFront)`,
    'x-amz-cf-id',
    requestId,
    ...Object.entries(asked.headers).flat(),
  ];
}

/** Sends the gateway's answer back. */
export function sendReply(response: ServerResponse, reply: GatewayReply): void {
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (reply.cookies.length > 0) response.setHeader('Set-Cookie', [...reply.cookies]);
  const bodiless = reply.status === 204 || reply.status === 304;
  if (!bodiless) response.setHeader('Content-Length', reply.body.length);
  response.writeHead(reply.status);
  response.end(bodiless ? undefined : reply.body);
}

/** @returns undefined where it is longer than API Gateway takes. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
