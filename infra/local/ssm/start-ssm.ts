import { createServer } from 'node:http';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import { createParameterApi, type ParameterApiOptions } from './parameter-api.ts';

/** Starts Parameter Store on a free port of 127.0.0.1. `url` is for AWS_ENDPOINT_URL_SSM. */
export async function startSsm(
  options: ParameterApiOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(createParameterApi(options));
  return { url: await listenLocally(server), close: () => dropAndClose(server) };
}
