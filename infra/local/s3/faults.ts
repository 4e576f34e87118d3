import type { Exchange } from '../http/http-exchange.ts';
import type { S3Response } from './operation.ts';
import { writeXml } from './xml.ts';

/** What a test has happen to a request instead of an answer. */
export type Fault = { status: number } | 'reset' | 'stall' | undefined;
export type FaultInjection = (request: { method: string; path: string }) => Fault;

/** S3's error for being too busy (503), or broken. */
export function faultyAnswer(status: number): S3Response {
  const error =
    status === 503
      ? { Code: 'SlowDown', Message: 'Please reduce your request rate.' }
      : { Code: 'InternalError', Message: 'A fault that was asked for.' };
  return { status, xml: writeXml('Error', error) };
}

/** Breaks the connection, or leaves it without an answer until the sender gives up. */
export async function breakOff({ request, response }: Exchange, fault: 'reset' | 'stall'): Promise<void> {
  if (fault === 'reset') request.socket.resetAndDestroy();
  else request.pause();
  if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
}
