import type { RequestListener } from 'node:http';
import { COOKIE_SECONDS } from '../../../functions/domain/file-lifetimes.ts';
import {
  type Behaviour,
  behaviourFor,
  eventPageFile,
  fallbackStatuses,
  linkPreviewFile,
  spaRewriteFile,
  viewerAddressFile,
} from '../../edge/path-behaviours.ts';
import { headersOf, securityHeaders } from '../../edge/security-headers.ts';
import { errorCachingSeconds } from '../../edge/error-caching.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import type { Gateway } from '../api-gateway/http-api.ts';
import { splitTarget } from '../http/split-target.ts';
import { requestApi, sendReply } from './api-origin.ts';
import { systemTimers, type Timers } from '../timers/timers.ts';
import { edgeError } from './edge-error.ts';
import { createErrorCache } from './error-cache.ts';
import type { Exchange } from '../http/http-exchange.ts';
import { sendMedia, signatureRefusal, type MediaOrigin } from './media-origin.ts';
import { answerInTime } from './origin-timeout.ts';
import { redirected, refusalOf } from './refusals.ts';
import { withinLimits } from './request-limits.ts';
import { loadViewerFunction, type ViewerFunctionResult } from './viewer-function.ts';
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
  readonly liveOrigin: string;
  readonly website: Website;
  readonly gateway: Gateway;
  readonly media: MediaOrigin;
  readonly now: () => Date;
  readonly newRequestId: () => string;
  readonly log: (line: AccessLine) => void;
  /** For tests: answers a request before any behaviour does, or returns false. */
  readonly intercept?: (exchange: Exchange) => boolean;
  /** For tests: other error caching than the distribution's, and other clocks. */
  readonly errorCachingSeconds?: Readonly<Record<number, number>>;
  readonly timers?: Pick<Timers, 'after'>;
};

/** A request that has to be forwarded. */
type Asked = {
  readonly behaviour: Behaviour;
  readonly rewritten: ViewerFunctionResult;
  readonly requestId: string;
  readonly exchange: Exchange;
};

/** The maximum TTL by a behaviour's caching, as the distribution's cache policies set it. */
const maxSeconds = { never: 0, origin: 365 * 24 * 60 * 60, 'an-hour': COOKIE_SECONDS } as const;

const noAnswer = edgeError({ status: 502, code: 'BadGateway', message: 'The origin did not answer.' });

/**
 * CloudFront on one machine: the same behaviours by path, signatures, rewriting, compression and headers that
 * `infra/edge` gives to the distribution. It caches errors, and nothing else.
 */
export function createEdge(options: EdgeOptions): RequestListener {
  const { gateway, media, website, now, newRequestId, log, intercept, siteUrl } = options;
  const { timers = systemTimers, errorCachingSeconds: minimumSeconds = errorCachingSeconds } = options;
  const errors = createErrorCache({ now, minimumSeconds });
  const viewerRequests = {
    'spa-rewrite': loadViewerFunction(spaRewriteFile),
    'viewer-address': loadViewerFunction(viewerAddressFile),
    'link-preview': loadViewerFunction(linkPreviewFile),
    'event-page': loadViewerFunction(eventPageFile),
  };
  const { objectOrigin, liveOrigin } = options;
  const site = { objectOrigin, liveOrigin, https: siteUrl.startsWith('https:') };

  const ask = async ({ behaviour, rewritten, requestId, exchange }: Asked) => {
    if (behaviour.origin === 'media') return sendMedia(media, exchange);
    if (behaviour.origin === 'web') return website.send(rewritten.uri, exchange);
    const { request } = exchange;
    const reply = withinLimits(
      await answerInTime(
        request.method ?? '',
        () => requestApi(gateway, { request, requestId, rewritten }),
        timers,
      ),
    );
    const isReplaced = behaviour.fallback !== undefined && fallbackStatuses.includes(reply.status);
    return isReplaced ? website.send(rewritten.uri, exchange) : reply;
  };

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
    const refusal =
      refusalOf(exchange, { path, behaviour }) ??
      (behaviour.signed ? signatureRefusal(media, exchange) : undefined);
    if (refusal) return sendReply(refusal, exchange);
    if (redirected(exchange, siteUrl)) return;
    const viewer = {
      method: request.method ?? '',
      viewerIp: request.socket.remoteAddress ?? '',
      cookieHeader: request.headers.cookie,
    };
    const rewritten = behaviour.viewerRequest
      ? viewerRequests[behaviour.viewerRequest]({ uri: path, ...viewer })
      : { uri: path, headers: {} };
    const key = { method: viewer.method, uri: rewritten.uri };
    const kept = errors.find(key);
    const reply = kept ?? (await ask({ behaviour, rewritten, requestId, exchange }).catch(() => noAnswer));
    if (reply === undefined) return;
    if (!kept) errors.keep(key, { reply, maxSeconds: maxSeconds[behaviour.caching] });
    if (response.headersSent || response.destroyed) response.destroy();
    else sendReply(withoutOverridden(reply, { behaviour, security }), exchange);
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
    route({ request, response }, requestId).catch(() => response.destroy());
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
