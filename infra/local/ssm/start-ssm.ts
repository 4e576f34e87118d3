import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParameterApi, type ParameterApiOptions } from './parameter-api.ts';

/** Starts Parameter Store on a free port of 127.0.0.1. `url` is for AWS_ENDPOINT_URL_SSM. */
export async function startSsm(
  options: ParameterApiOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(createParameterApi(options));
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
