import type { ServerResponse } from 'node:http';

/** An error of CloudFront's or S3's own: a small XML document, never HTML, never cached. */
export function sendEdgeError(
  response: ServerResponse,
  error: { status: number; code: string; message: string },
): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${error.code}</Code><Message>${error.message}</Message></Error>`;
  response.writeHead(error.status, {
    'Content-Type': 'application/xml',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
