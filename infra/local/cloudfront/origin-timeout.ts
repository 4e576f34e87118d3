import { originTimeouts } from '../../edge/origin-timeouts.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import type { Timers } from '../timers/timers.ts';
import { edgeError } from './edge-error.ts';

/**
 * An origin's answer, or CloudFront's 504 if there is none in time; a GET or HEAD is asked for again first. Source:
 * CloudFront Developer Guide, "Request and response behavior for custom origins", origin response timeout.
 */
export async function answerInTime(
  method: string,
  ask: () => Promise<GatewayReply>,
  timers: Pick<Timers, 'after'>,
): Promise<GatewayReply> {
  const attempts = ['GET', 'HEAD'].includes(method) ? originTimeouts.attempts : 1;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const reply = await within(ask(), timers);
    if (reply) return reply;
  }
  return edgeError({ status: 504, code: 'GatewayTimeout', message: 'The origin did not answer in time.' });
}

async function within(
  answer: Promise<GatewayReply>,
  timers: Pick<Timers, 'after'>,
): Promise<GatewayReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const cancel = timers.after(originTimeouts.responseSeconds * 1000, () => resolve(undefined));
  try {
    return await Promise.race([answer, promise]);
  } finally {
    cancel();
  }
}
