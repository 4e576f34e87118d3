import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { ApiResponse, Client } from '../fixtures/api-client.ts';
import { guestIdentityOf } from '../fixtures/event-with-all-roles.ts';
import type { SampleRequest } from './sample.ts';

/** A request that can be sent as it is, with a body that is not JSON, or not what its headers say. */
type RawRequest = SampleRequest & { readonly text?: string };

/**
 * Sends a request to the running system. A guest's identity goes in headers if the request does not name it.
 */
export function sendSample(client: Client, endpoint: Endpoint, request: RawRequest): Promise<ApiResponse> {
  const { params = {}, query = {}, headers, body, text } = request;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const isNamed = 'token' in query || (typeof body === 'object' && body !== null && 'token' in body);
  const identity = isNamed ? undefined : guestIdentityOf(client);
  return client.send(endpoint.method, search ? `${path}?${search}` : path, {
    headers: {
      ...(identity && { 'x-guest-id': identity.guestId, 'x-guest-token': identity.token }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
}
