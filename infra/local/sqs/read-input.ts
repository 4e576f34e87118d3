import * as z from 'zod/mini';
import { quotas } from '../../quotas/quotas.ts';
import { SqsError } from './sqs-error.ts';

/** What SQS takes in a body: tab, line breaks, and what else XML allows. */
const REFUSED_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
/** Of a message, and of all messages of a batch together. */
export const MAX_MESSAGE_BYTES = quotas.messageBytes.value;
export const MAX_VISIBILITY_SECONDS = 43_200;
const MAX_DELAY_SECONDS = 900;
const MAX_WAIT_SECONDS = 20;
const MAX_BATCH = 10;

const filled = z.string().check(z.minLength(1));
const seconds = (atMost: number) => z.int().check(z.gte(0), z.lte(atMost));
const receipt = z.uuid();
/** Source: Amazon SQS API Reference, `SendMessage`, `MessageGroupId`: letters, digits and punctuation. */
const groupId = z.string().check(z.regex(/^[!-~]{1,128}$/));

export const sendEntry = z.strictObject({
  MessageBody: filled,
  DelaySeconds: z._default(seconds(MAX_DELAY_SECONDS), 0),
  MessageGroupId: z.optional(groupId),
});
export const deleteEntry = z.strictObject({ ReceiptHandle: receipt });
export const visibilityEntry = z.strictObject({
  ReceiptHandle: receipt,
  VisibilityTimeout: seconds(MAX_VISIBILITY_SECONDS),
});
export const receiveInput = z.strictObject({
  MaxNumberOfMessages: z._default(z.int().check(z.gte(1), z.lte(MAX_BATCH)), 1),
  VisibilityTimeout: z.optional(seconds(MAX_VISIBILITY_SECONDS)),
  WaitTimeSeconds: z._default(seconds(MAX_WAIT_SECONDS), 0),
  MessageSystemAttributeNames: z._default(z.array(z.string()), []),
});
export const attributesInput = z.strictObject({ AttributeNames: z._default(z.array(z.string()), []) });
export const batchInput = z.strictObject({
  Entries: z._default(z.array(z.looseObject({ Id: z.string() })), []),
});

/** @throws SqsError that says what is wrong: nothing that is not understood is passed over */
export function readInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw refusal(result.error.issues[0]);
}

function refusal(issue: z.core.$ZodIssue | undefined): SqsError {
  const name = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return new SqsError('UnsupportedOperation', `Not known here: ${issue.keys.join(', ')}.`);
  if (issue?.input === undefined || issue.input === '')
    return new SqsError('MissingParameter', `The request must contain the parameter ${name}.`);
  if (name === 'ReceiptHandle')
    return new SqsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
  return new SqsError(
    'InvalidParameterValue',
    `Value ${JSON.stringify(issue.input)} for parameter ${name} is invalid. Reason: ${issue.message}`,
  );
}

/** @throws SqsError if the body has characters or a length that SQS refuses */
export function checkBody(body: string): void {
  if (REFUSED_CHARACTERS.test(body))
    throw new SqsError('InvalidMessageContents', 'The message contains characters that are not allowed.');
  if (Buffer.byteLength(body) > MAX_MESSAGE_BYTES)
    throw new SqsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${MAX_MESSAGE_BYTES} bytes.`,
    );
}

/** @throws SqsError unless a batch has one to ten entries with ids of their own */
export function checkEntries(entries: readonly { Id: string }[]): void {
  if (entries.length === 0) throw new SqsError('EmptyBatchRequest', 'There are no entries in the request.');
  if (entries.length > MAX_BATCH)
    throw new SqsError('TooManyEntriesInBatchRequest', `Maximum number of entries is ${MAX_BATCH}.`);
  const ids = entries.map(({ Id }) => Id);
  if (!ids.every((id) => /^[\w-]{1,80}$/.test(id)))
    throw new SqsError('InvalidBatchEntryId', 'An id has up to 80 letters, digits, hyphens and underscores.');
  if (new Set(ids).size < ids.length)
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two or more entries have the same id.');
}
