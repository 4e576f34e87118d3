import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding } from './compression.ts';
import { sendEdgeError } from './edge-error.ts';
import type { StaticFile } from './static-files.ts';

/** Sends a file of the web build: compressed where CloudFront would, 304 where the viewer has it already. */
export async function sendFile(
  file: StaticFile | undefined,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  if (file === undefined) {
    sendEdgeError(response, { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' });
    return;
  }
  const encoding = chooseEncoding({
    acceptEncoding: request.headers['accept-encoding']?.toString(),
    contentType: file.contentType,
    sizeBytes: file.body.length,
  });
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('Last-Modified', file.lastModified.toUTCString());
  response.setHeader('Vary', 'Accept-Encoding');
  // As CloudFront does: what it compressed is the same only in meaning, not byte for byte.
  response.setHeader('ETag', encoding === undefined ? file.etag : `W/${file.etag}`);
  if (isFresh(request, file)) {
    response.writeHead(304).end();
    return;
  }
  const body = encoding === undefined ? file.body : await file.encoded(encoding);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': file.contentType, 'Content-Length': body.length });
  response.end(body);
}

/** RFC 9110, 13.2.2: If-None-Match, compared weakly, goes before If-Modified-Since. */
function isFresh({ headers }: IncomingMessage, file: StaticFile): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', file.etag].includes(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(file.lastModified.getTime() / 1000) * 1000 <= since;
}
