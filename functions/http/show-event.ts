import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { SORT_PARAMETER } from '../../shared/values/sort-orders.ts';
import { renderEventDocument } from '../event-page/event-document.ts';
import { fillDocument, releaseOf } from '../event-page/fill-document.ts';
import { drawFirstScreen, loadRenderer } from '../event-page/first-screen.ts';
import { languageOf } from '../event-page/language.ts';
import { type EventPageAddress, parsePageAddress } from '../event-page/page-address.ts';
import { PARTS_TIMEOUT_MS, type PageShell, readShell } from '../event-page/shell.ts';
import { compressReply } from './kit/compress-reply.ts';
import { identifySession } from '../sign-in/identify-caller.ts';
import { renewSession } from '../sign-in/renew-session.ts';
import { lambdaHandler } from '../aws/lambda-handler.ts';
import { log } from '../aws/log.ts';
import { withTimeout } from '../aws/with-timeout.ts';

type Reply = APIGatewayProxyStructuredResultV2;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page is personal and seldom the same twice.
  'cache-control': 'private, no-store',
};
const HIDDEN = { ...HEADERS, 'x-robots-tag': 'noindex' };

/** The style directive of the site's policy; a page with inline styles adds exactly their hashes. */
const OWN_STYLES = "style-src 'self'";

/** Requested when the function starts, so that it loads while the first page's data is read. */
const renderer = loadRenderer();

export const handler = lambdaHandler(showEvent);

/**
 * Answers every page of an event with the application's page, filled for the viewer. If filling fails, the
 * plain page is sent; if even that cannot be read, CloudFront sends the website's file.
 */
async function showEvent(event: APIGatewayProxyEventV2): Promise<Reply> {
  const { requestId } = event.requestContext;
  const shell = readShell();
  // It is awaited only later, and a rejection that nobody handles yet would end the process with all its calls.
  shell.catch(() => undefined);
  const page = parsePageAddress(event.headers['x-page-path'], event.queryStringParameters?.[SORT_PARAMETER]);
  const filled = page && filledPage(page, event, shell);
  const reply = await filled?.catch((cause: unknown) => {
    log.error('page not filled', { requestId, error: cause instanceof Error ? cause : undefined });
    return undefined;
  });
  // A path that is not an event page is a 404, with the application's page.
  const plain = { statusCode: page ? 200 : 404, headers: HIDDEN, body: (await shell).html };
  log.info('page', { requestId, status: (reply ?? plain).statusCode, isFilled: reply !== undefined });
  return compressReply(reply ?? plain, event);
}

async function filledPage(
  page: EventPageAddress,
  event: APIGatewayProxyEventV2,
  shell: Promise<PageShell>,
): Promise<Reply> {
  const now = new Date(event.requestContext.timeEpoch);
  const read = async () => {
    const { session, ...identity } = await identifySession(event, now);
    const renewed = session && (await renewSession(session, event, now));
    const document = await renderEventDocument(page, {
      ...identity,
      now,
      language: languageOf(event.headers),
    });
    return { ...document, cookies: [...document.cookies, ...(renewed ? [renewed] : [])] };
  };
  const { status, isIndexed, filling, hasPhotos, cookies } = await withTimeout(PARTS_TIMEOUT_MS, read());
  const { html, policy } = await shell;
  const { first } = filling;
  // A first screen has its styles in the page, which the policy must allow.
  const screen =
    hasPhotos && policy?.includes(OWN_STYLES)
      ? await drawFirstScreen(renderer, { release: releaseOf(html), address: addressOf(event), first })
      : undefined;
  const ready = fillDocument(html, { ...filling, screen });
  const headers = { ...(isIndexed ? HEADERS : HIDDEN), ...aheadOf(ready.firstPictures) };
  const hashes = ready.styleHashes.map((hash) => ` '${hash}'`).join('');
  return {
    statusCode: status,
    headers:
      policy && hashes
        ? { ...headers, 'content-security-policy': policy.replace(OWN_STYLES, OWN_STYLES + hashes) }
        : headers,
    cookies: [...cookies],
    body: ready.html,
  };
}

/** A header by which the browser requests pictures while the page is still on its way. Source: RFC 8288. */
function aheadOf(pictures: readonly string[]): { link?: string } {
  if (pictures.length === 0) return {};
  return { link: pictures.map((url) => `<${url}>; rel=preload; as=image; fetchpriority=high`).join(', ') };
}

/** The page's path and query as the browser has them. */
function addressOf({ headers, rawQueryString }: APIGatewayProxyEventV2): string {
  const path = headers['x-page-path'] ?? '';
  return rawQueryString === '' ? path : `${path}?${rawQueryString}`;
}
