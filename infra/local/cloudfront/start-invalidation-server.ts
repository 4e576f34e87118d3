import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInvalidationApi, type InvalidationApiOptions } from './invalidation-api.ts';

/** Starts CloudFront's API on a free port of 127.0.0.1. `url` is for AWS_ENDPOINT_URL_CLOUDFRONT. */
export async function startInvalidationServer(
  options: InvalidationApiOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(createInvalidationApi(options));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
