import type { ServerResponse } from 'node:http';
import type { Gateway } from '../api-gateway/http-api.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import { splitTarget } from '../http/split-target.ts';
import type { Exchange } from '../http/http-exchange.ts';
import type { ViewerFunctionResult } from './viewer-function.ts';

/** The API's own host: as in AWS, functions never see the host that the viewer requested. */
const apiHost = 'local.execute-api.localhost';
const edgeAddress = '127.0.0.1';

type ApiRequest = Pick<Exchange, 'request'> & {
  readonly requestId: string;
  /** The result of the viewer-request function; headers that it set overwrite the viewer's. */
  readonly rewritten: ViewerFunctionResult;
};

/** Forwards a request as CloudFront does, with all viewer headers but Host. */
export function requestApi(gateway: Gateway, asking: ApiRequest): Promise<GatewayReply> {
  const { request, rewritten } = asking;
  const [, query] = splitTarget(request.url ?? '/');
  return gateway({
    method: request.method ?? 'GET',
    target: query === '' ? rewritten.uri : `${rewritten.uri}?${query}`,
    rawHeaders: viaEdge(asking),
    body: request,
    sourceIp: edgeAddress,
    httpVersion: request.httpVersion,
  });
}

/** The headers with those that CloudFront adds and replaces; its own names are never taken from a viewer. */
function viaEdge({ request, requestId, rewritten }: ApiRequest): string[] {
  const kept: string[] = ['host', apiHost];
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const isOurs =
      /^(?:host|via|x-amz-cf-id|cloudfront-.*)$/i.test(name) || name.toLowerCase() in rewritten.headers;
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
    ...Object.entries(rewritten.headers).flat(),
  ];
}

export function sendReply(reply: GatewayReply, { request, response }: Exchange): void {
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (reply.cookies.length > 0) response.setHeader('Set-Cookie', [...reply.cookies]);
  // The gateway answered without reading the whole body.
  if (!request.complete) response.setHeader('Connection', 'close');
  sendBody(reply, response);
}

function sendBody({ status, body }: GatewayReply, response: ServerResponse): void {
  const bodiless = status === 204 || status === 304;
  if (!bodiless) response.setHeader('Content-Length', body.length);
  response.writeHead(status);
  response.end(bodiless ? undefined : body);
}
