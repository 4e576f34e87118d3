import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { signatureProblem, type SignatureRules } from '../aws-protocol/verify-signature.ts';
import { channelNamed, namespaceOf } from './channels.ts';

/** The one operation that functions use. */
export const API_OPERATION = 'POST /event';

export type PublishRules = SignatureRules & {
  readonly namespace: string;
  readonly newId: () => string;
  readonly deliver: (channel: string, event: string) => void;
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
  for (const event of asked.events) rules.deliver(channel, event);
  const successful = asked.events.map((_, index) => ({ identifier: rules.newId(), index }));
  return { status: 200, body: { failed: [], successful } };
}

const failure = (status: number, errorType: string): Answer => ({
  status,
  body: { errors: [{ errorType, message: errorType }] },
});
