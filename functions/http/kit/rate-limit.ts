import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { type Caller, keyOfCaller } from '../../domain/caller.ts';
import { rateLimitOf } from '../../domain/rate-limits.ts';
import { countCall } from '../../table/rate-limit-windows.ts';

const namesEvent = z.object({ eventId: z.string().check(z.maxLength(64)) });

/** Counts a call that has a limit. @throws AppError 429 */
export async function limitRate(
  endpoint: Endpoint,
  request: { event: APIGatewayProxyEventV2; caller: Caller; body: unknown },
  now: Date,
): Promise<void> {
  const limit = rateLimitOf(endpoint.id);
  if (!limit) return;
  const person = limit.by === 'person' ? keyOfCaller(request.caller) : undefined;
  const subject = person ? `${person}#${eventOf(request)}` : addressOf(request.event);
  await countCall(limit, { endpointId: endpoint.id, subject }, now);
}

function eventOf({ event, body }: { event: APIGatewayProxyEventV2; body: unknown }): string {
  const inPath = event.pathParameters?.['eventId'];
  if (inPath !== undefined) return inPath;
  const named = namesEvent.safeParse(body);
  return named.success ? named.data.eventId : '';
}

/** Addresses are personal data: only their hash is stored, and only for the length of the window. */
export function addressOf(event: APIGatewayProxyEventV2): string {
  // Set at the edge, overwriting what the viewer sent. The gateway's own caller is CloudFront.
  const address = event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}
