import type { RequestListener, ServerResponse } from 'node:http';
import {
  type Behaviour,
  behaviourFor,
  eventPageFile,
  fallbackStatuses,
  headersOf,
  securityHeaders,
  spaRewriteFile,
  viewerAddressFile,
} from '../../edge/edge-rules.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import type { Gateway } from '../api-gateway/http-api.ts';
import { decoded, splitTarget } from '../http/split-target.ts';
import { requestApi, sendReply } from './api-origin.ts';
import { sendEdgeError } from './edge-error.ts';
import type { Exchange } from '../http/http-exchange.ts';
import { sendMedia, type MediaOrigin } from './media-origin.ts';
import { loadViewerFunction } from './viewer-function.ts';
import type { Website } from './web-origin.ts';

/** One line of the access log. Never the query, which carries guests' tokens and signatures. */
export type AccessLine = {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
};

export type EdgeOptions = {
  /** The site's address, without a trailing slash. */
  readonly siteUrl: string;
  readonly objectOrigin: string;
  readonly website: Website;
  readonly gateway: Gateway;
  readonly media: MediaOrigin;
  readonly now: () => Date;
  readonly newRequestId: () => string;
  readonly log: (line: AccessLine) => void;
  /** For tests: answers a request before any behaviour does, or returns false. */
  readonly intercept?: (exchange: Exchange) => boolean;
};

/**
 * CloudFront on one machine: the same behaviours by path, signatures, rewriting, compression and headers that
 * `infra/edge/edge-rules.ts` gives to the distribution. It caches nothing.
 */
export function createEdge(options: EdgeOptions): RequestListener {
  const { gateway, media, website, now, newRequestId, log, intercept, siteUrl } = options;
  const viewerRequests = {
    'spa-rewrite': loadViewerFunction(spaRewriteFile),
    'viewer-address': loadViewerFunction(viewerAddressFile),
    'event-page': loadViewerFunction(eventPageFile),
  };
  const site = { objectOrigin: options.objectOrigin, https: siteUrl.startsWith('https:') };

  const route = async (exchange: Exchange, requestId: string): Promise<void> => {
    const { request, response } = exchange;
    const [path] = splitTarget(request.url ?? '/');
    const behaviour = behaviourFor(path);
    const rules = securityHeaders(behaviour.headers, site);
    const contentSecurityPolicy =
      website.extendPolicy?.(rules.contentSecurityPolicy) ?? rules.contentSecurityPolicy;
    const security = headersOf({ ...rules, contentSecurityPolicy });
    for (const [name, value] of Object.entries(security)) response.setHeader(name, value);
    response.setHeader('X-Amz-Cf-Id', requestId);
    if (turnedAway(exchange, { path, siteUrl })) return;
    const viewer = {
      method: request.method ?? '',
      viewerIp: request.socket.remoteAddress ?? '',
      cookieHeader: request.headers.cookie,
    };
    const rewritten = behaviour.viewerRequest
      ? viewerRequests[behaviour.viewerRequest]({ uri: path, ...viewer })
      : { uri: path, headers: {} };
    if (behaviour.methods === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
      const message = 'This distribution is not configured to allow the HTTP request method.';
      sendEdgeError(response, { status: 403, code: 'MethodNotAllowed', message });
    } else if (behaviour.origin === 'api') {
      const reply = await requestApi(gateway, { request, requestId, rewritten });
      if (behaviour.fallback && fallbackStatuses.includes(reply.status)) {
        await website.send(rewritten.uri, exchange);
      } else {
        sendReply(withoutOverridden(reply, { behaviour, security }), exchange);
      }
    } else if (behaviour.origin === 'media') {
      await sendMedia(media, exchange);
    } else {
      await website.send(rewritten.uri, exchange);
    }
  };

  return (request, response) => {
    if (intercept?.({ request, response })) return;
    const requestId = newRequestId();
    const started = performance.now();
    response.once('close', () => {
      const [path] = splitTarget(request.url ?? '/');
      const durationMs = Math.round(performance.now() - started);
      const time = now().toISOString();
      log({ time, method: request.method ?? '', path, status: response.statusCode, durationMs, requestId });
    });
    route({ request, response }, requestId).catch(() => failed(response));
  };
}

/** The edge's own headers replace the API's; only an event page keeps its own Content-Security-Policy. */
function withoutOverridden(
  reply: GatewayReply,
  { behaviour, security }: { behaviour: Behaviour; security: Readonly<Record<string, string>> },
): GatewayReply {
  const names = Object.keys(security).map((name) => name.toLowerCase());
  const isOverridden = (name: string) =>
    names.includes(name) && !(behaviour.headers === 'page' && name === 'content-security-policy');
  const kept = Object.entries(reply.headers).filter(([name]) => !isOverridden(name.toLowerCase()));
  return { ...reply, headers: Object.fromEntries(kept) };
}

/** Answers requests that no behaviour sees; false for all others. */
function turnedAway({ request, response }: Exchange, { path, siteUrl }: { path: string; siteUrl: string }) {
  const plain = decoded(path);
  if (!path.startsWith('/') || plain === undefined || /(?:^|\/)\.{1,2}(?:\/|$)/.test(plain)) {
    // The gateway refuses it in the product's own words.
    if (path.startsWith('/api/')) return false;
    sendEdgeError(response, { status: 400, code: 'BadRequest', message: 'Bad request.' });
    return true;
  }
  const host = request.headers.host ?? '';
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)) {
    // Not the distribution's own name; this also protects against DNS rebinding.
    sendEdgeError(response, { status: 403, code: 'AccessDenied', message: 'Bad request. Unknown host.' });
    return true;
  }
  if (request.headers['sec-fetch-mode'] === 'navigate' && !host.startsWith('localhost')) {
    // Sign-in and signatures only work at the site's own address.
    response.writeHead(302, { Location: `${siteUrl}${request.url ?? '/'}` }).end();
    return true;
  }
  return false;
}

function failed(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else sendEdgeError(response, { status: 502, code: 'BadGateway', message: 'The origin did not answer.' });
}
