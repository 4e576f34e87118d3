import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createHash } from 'node:crypto';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { type Caller, keyOfCaller } from '../../domain/caller.ts';
import { countingLimitOf } from '../../domain/rate-limits.ts';
import { countCall } from '../../table/rate-limit-windows.ts';
import { networkOf } from './viewer-network.ts';

/**
 * Counts a call that has a limit: for the person who proved to be the caller, else for the network that it came
 * from. Nothing else that a request says plays a part.
 * @throws AppError 429
 */
export async function limitRate(
  endpoint: Endpoint,
  { event, caller }: { event: APIGatewayProxyEventV2; caller: Caller },
  now: Date,
): Promise<void> {
  const person = keyOfCaller(caller);
  const limit = countingLimitOf(endpoint.id, person !== undefined);
  if (!limit) return;
  const subject = limit.by === 'person' && person !== undefined ? person : networkHash(event);
  await countCall(limit, { endpointId: endpoint.id, subject }, now);
}

/** Addresses are personal data: only a hash is stored, and only for a window or some hours. */
export function networkHash(event: APIGatewayProxyEventV2): string {
  // Set at the edge, overwriting what the viewer sent. The gateway's own caller is CloudFront.
  const address = event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
  return createHash('sha256').update(networkOf(address)).digest('hex').slice(0, 32);
}
