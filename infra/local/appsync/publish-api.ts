import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { signatureProblem, type SignatureRules } from '../aws-protocol/verify-signature.ts';
import { channelNamed, namespaceOf } from './channels.ts';

/** The one operation that functions use. */
export const API_OPERATION = 'POST /event';

/**
 * What may happen to a request to publish: all of it is throttled, its first event is not taken, it is answered by a failure
 * after it was done, or its events are delivered twice.
 */
export type PublishTrouble = 'throttled' | 'first-fails' | 'answer-lost' | 'twice';

export type PublishRules = SignatureRules & {
  readonly namespace: string;
  readonly newId: () => string;
  readonly deliver: (channel: string, event: string) => void;
  /** What happens to this request; nothing if no test has asked for it. */
  readonly trouble: () => PublishTrouble | undefined;
};

type Answer = { readonly status: number; readonly body: object };

/** Source: AppSync Events Developer Guide, "Publish events via HTTP"; AWS AppSync endpoints and quotas, "Event size". */
const EVENTS_PER_REQUEST = 5;
const EVENT_BYTES = 240 * 1024;

const isJson = (event: string): boolean => {
  try {
    JSON.parse(event);
    return true;
  } catch {
    return false;
  }
};

const request = z.object({
  channel: z.string(),
  events: z
    .array(z.string().check(z.refine((event) => isJson(event) && Buffer.byteLength(event) <= EVENT_BYTES)))
    .check(z.minLength(1), z.maxLength(EVENTS_PER_REQUEST)),
});

/** Answers a request to publish, and delivers what it holds. */
export async function publishEvents(sent: IncomingMessage, rules: PublishRules): Promise<Answer> {
  const body = await text(sent);
  if (`${sent.method} ${sent.url}` !== API_OPERATION) return failure(404, 'NotFoundException');
  const problem = await signatureProblem(sent, body, { ...rules, service: 'appsync' });
  if (problem) return failure(problem === 'MissingAuthenticationTokenException' ? 401 : 403, problem);
  const asked = isJson(body) ? request.safeParse(JSON.parse(body)).data : undefined;
  const channel = asked && channelNamed(asked.channel);
  if (!asked || channel === undefined) return failure(400, 'BadRequestException');
  if (namespaceOf(channel) !== rules.namespace) return failure(404, 'NamespaceNotFoundException');
  return deliverEvents(channel, asked.events, rules);
}

function deliverEvents(channel: string, events: readonly string[], rules: PublishRules): Answer {
  const trouble = rules.trouble();
  if (trouble === 'throttled') return failure(429, 'ThrottlingException');
  const isTaken = (index: number) => trouble !== 'first-fails' || index > 0;
  const told = events.map((event, index) => ({ event, index, identifier: rules.newId() }));
  const taken = told.filter(({ index }) => isTaken(index));
  for (const { event } of trouble === 'twice' ? [...taken, ...taken] : taken) rules.deliver(channel, event);
  if (trouble === 'answer-lost') return failure(500, 'InternalFailure');
  const failed = told
    .filter(({ index }) => !isTaken(index))
    .map(({ index, identifier }) => ({ identifier, index, code: 500, message: 'Not taken.' }));
  const successful = taken.map(({ index, identifier }) => ({ identifier, index }));
  return { status: 200, body: { failed, successful } };
}

const failure = (status: number, errorType: string): Answer => ({
  status,
  body: { errors: [{ errorType, message: errorType }] },
});
