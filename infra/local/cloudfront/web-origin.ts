import { chooseEncoding } from './compression.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import { edgeError } from './edge-error.ts';
import type { Exchange } from '../http/http-exchange.ts';
import { isNotModified } from './conditional-requests.ts';
import { createStaticFiles, type StaticFile } from './static-files.ts';

/** What answers for the website's bucket: the web build, or while somebody develops it, what makes it. */
export type Website = {
  /**
   * @param file what the path has become in the viewer-request function: for that of a page, the page's file
   * @returns the bucket's error, which is not sent
   */
  readonly send: (file: string, exchange: Exchange) => Promise<GatewayReply | undefined>;
  /** Adds to the Content-Security-Policy what the pages need beside their own code. */
  readonly extendPolicy?: (policy: string) => string;
  readonly close?: () => Promise<void>;
};

/** The web build in a folder. */
export function openBuiltWebsite(webDir: string): Website {
  const readFile = createStaticFiles(webDir);
  return { send: async (file, exchange) => sendFile(await readFile(file), exchange) };
}

/**
 * Sends a file of the web build: compressed if CloudFront would, 304 if the viewer already has it.
 * @returns the bucket's error if there is no file, which is not sent
 */
export async function sendFile(
  file: StaticFile | undefined,
  { request, response }: Exchange,
): Promise<GatewayReply | undefined> {
  if (file === undefined)
    return edgeError({ status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' });
  const encoding = chooseEncoding({
    acceptEncoding: request.headers['accept-encoding']?.toString(),
    contentType: file.contentType,
    sizeBytes: file.body.length,
  });
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('Last-Modified', file.lastModified.toUTCString());
  response.setHeader('Vary', 'Accept-Encoding');
  // As CloudFront does: a compressed body is equivalent, not identical byte for byte.
  response.setHeader('ETag', encoding === undefined ? file.etag : `W/${file.etag}`);
  if (isNotModified(request.headers, file)) {
    response.writeHead(304).end();
    return undefined;
  }
  const body = encoding === undefined ? file.body : await file.encoded(encoding);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': file.contentType, 'Content-Length': body.length });
  response.end(body);
  return undefined;
}
