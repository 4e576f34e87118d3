import type { GatewayReply } from '../api-gateway/function-reply.ts';

/** An error of CloudFront's or S3's own: a small XML document, never HTML. */
export function edgeError({
  status,
  code,
  message,
}: {
  status: number;
  code: string;
  message: string;
}): GatewayReply {
  const document = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    cookies: [],
    body: Buffer.from(document),
  };
}
