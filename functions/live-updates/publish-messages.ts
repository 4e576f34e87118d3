import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { LiveMessage } from '../../shared/contract/live-updates.ts';
import { liveEventsUrl } from '../aws/addresses.ts';
import { sqsClient } from '../aws/clients.ts';
import { withRetry } from '../aws/retry.ts';

/** Source: AppSync Events Developer Guide, "Publish events via HTTP". */
const EVENTS_PER_REQUEST = 5;

const answer = z.object({ failed: z.array(z.object({ index: z.int() })) });

/**
 * Sends messages to all who listen to a channel, in order. No client of the SDK speaks to this service, so requests are
 * signed here, with the credentials and the connections that the clients have. What AppSync does not take is sent again,
 * which can only change the order.
 * @throws Error if AppSync goes on refusing any of them
 */
export async function publishMessages(channel: string, messages: readonly LiveMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += EVENTS_PER_REQUEST) {
    let events = messages.slice(start, start + EVENTS_PER_REQUEST).map((message) => JSON.stringify(message));
    await withRetry(async () => {
      events = await publish(channel, events);
      if (events.length > 0) throw notTaken();
    });
  }
}

/** @returns the events that AppSync did not take */
async function publish(channel: string, events: readonly string[]): Promise<string[]> {
  const body = JSON.stringify({ channel, events });
  const { config } = sqsClient();
  const { protocol, hostname, port, pathname, host } = new URL(liveEventsUrl());
  const signer = new SignatureV4({
    credentials: config.credentials,
    region: config.region,
    service: 'appsync',
    sha256: Sha256,
  });
  const request = await signer.sign(
    new HttpRequest({
      method: 'POST',
      protocol,
      hostname,
      ...(port !== '' && { port: Number(port) }),
      path: pathname,
      headers: { host, 'content-type': 'application/json' },
      body,
    }),
  );
  const { response } = await config.requestHandler.handle(new HttpRequest(request));
  const told = await text(response.body as Readable);
  if (response.statusCode !== 200) throw refusal(response.statusCode);
  return answer.parse(JSON.parse(told)).failed.map(({ index }) => events[index] ?? '');
}

/** As a throttled request: what was not taken may be in a moment. */
const notTaken = (): Error =>
  Object.assign(new Error('AppSync did not take all messages.'), { name: 'ThrottlingException' });

/** By its status, `withRetry` tells what passes. */
const refusal = (status: number): Error =>
  Object.assign(new Error(`AppSync answered ${status}.`), { $metadata: { httpStatusCode: status } });
