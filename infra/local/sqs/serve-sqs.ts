import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { operations, type Served } from './operations.ts';
import type { Queue } from './queue-definition.ts';
import { SqsError } from './sqs-error.ts';

const TARGET = 'AmazonSQS.';

const body = z.looseObject({ QueueUrl: z.string() });

type Serving = Served & {
  readonly queues: ReadonlyMap<string, Queue>;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
  readonly log: (message: string) => void;
};

/** Answers SQS's operations as AWS JSON 1.0, as the SDK's clients call them. */
export function serveSqs(serving: Serving): RequestListener {
  return (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    void answerTo(request, serving, AbortSignal.any([serving.closing, gone.signal]))
      .then(
        (output) => ({ status: 200, output }),
        // Whose sender has gone before all of it was read is no failure.
        (error: unknown) => failure(error, isSenderGone(error) ? () => undefined : serving.log),
      )
      .then(({ status, output }) => {
        response.writeHead(status, {
          'content-type': 'application/x-amz-json-1.0',
          'x-amzn-requestid': randomUUID(),
        });
        response.end(JSON.stringify(output));
      });
  };
}

async function answerTo(request: IncomingMessage, serving: Serving, signal: AbortSignal): Promise<object> {
  const target = String(request.headers['x-amz-target']);
  const operation = target.startsWith(TARGET) ? operations.get(target.slice(TARGET.length)) : undefined;
  const content = await text(request);
  if (request.method !== 'POST' || !operation)
    throw new SqsError('UnsupportedOperation', `${target} is not known here.`);
  const { QueueUrl, ...input } = parsed(content);
  const queue = serving.queues.get(QueueUrl.split('/').at(-1) ?? '');
  if (!queue) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
  return operation({ ...serving, queue, input, signal });
}

/** Only what reads the request throws this. */
const isSenderGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

function parsed(content: string): z.output<typeof body> {
  try {
    return body.parse(JSON.parse(content));
  } catch {
    throw new SqsError('InvalidAddress', 'The request has no QueueUrl.');
  }
}

function failure(error: unknown, log: (message: string) => void): { status: number; output: object } {
  if (error instanceof SqsError)
    return { status: 400, output: { __type: `com.amazonaws.sqs#${error.code}`, message: error.message } };
  log(`A request to the queues failed: ${String(error)}`);
  return { status: 500, output: { __type: 'InternalFailure', message: 'The request failed.' } };
}
