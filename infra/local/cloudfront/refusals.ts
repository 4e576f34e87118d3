import type { Behaviour } from '../../edge/path-behaviours.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import type { Exchange } from '../http/http-exchange.ts';
import { decoded } from '../http/split-target.ts';
import { edgeError } from './edge-error.ts';
import { limitRefusal } from './request-limits.ts';

/** CloudFront's own answer to a request that it forwards to no origin; undefined if it forwards it. */
export function refusalOf(
  { request }: Exchange,
  { path, behaviour }: { path: string; behaviour: Behaviour },
): GatewayReply | undefined {
  // Below /api/ the gateway refuses such a path in the product's own words.
  if (isOdd(path) && !path.startsWith('/api/'))
    return edgeError({ status: 400, code: 'BadRequest', message: 'Bad request.' });
  if (!isThisMachine(request.headers.host ?? ''))
    // Not the distribution's own name; this also protects against DNS rebinding.
    return edgeError({ status: 403, code: 'AccessDenied', message: 'Bad request. Unknown host.' });
  if (behaviour.methods === 'read' && request.method !== 'GET' && request.method !== 'HEAD')
    return edgeError({
      status: 403,
      code: 'MethodNotAllowed',
      message: 'This distribution is not configured to allow the HTTP request method.',
    });
  return limitRefusal(request);
}

/** Sends a page's viewer from 127.0.0.1 to localhost: sign-in and signatures only work at the site's own address. */
export function redirected({ request, response }: Exchange, siteUrl: string): boolean {
  const isPage = request.headers['sec-fetch-mode'] === 'navigate';
  if (!isPage || request.headers.host?.startsWith('localhost')) return false;
  response.writeHead(302, { Location: `${siteUrl}${request.url ?? '/'}` }).end();
  return true;
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);

function isOdd(path: string): boolean {
  const plain = decoded(path);
  return !path.startsWith('/') || plain === undefined || /(?:^|\/)\.{1,2}(?:\/|$)/.test(plain);
}
