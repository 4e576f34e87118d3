import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { signatureProblem, type SignatureRules } from './verify-signature.ts';

export type AwsJsonAnswer = { readonly status: number; readonly body: object };

/** The one operation of a service that functions use. */
export type AwsJsonOperation = {
  /** The service's name in signatures. */
  readonly service: string;
  /** What stands before the operation in `X-Amz-Target`. */
  readonly targetPrefix: string;
  readonly name: string;
  /** What a request without the right signature is told. */
  readonly unsigned: string;
  /** @param input the body as JSON; undefined if it is none */
  readonly answer: (input: unknown) => Promise<AwsJsonAnswer>;
};

/** Serves one operation as AWS JSON 1.1, as the SDK's clients call it, Signature V4 verified. */
export function serveAwsJson(rules: SignatureRules, operation: AwsJsonOperation): RequestListener {
  return (request, response) => {
    void answerTo(request, { rules, operation }).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(JSON.stringify(body));
      },
      () => response.destroy(),
    );
  };
}

async function answerTo(
  request: IncomingMessage,
  { rules, operation }: { rules: SignatureRules; operation: AwsJsonOperation },
): Promise<AwsJsonAnswer> {
  const { service, targetPrefix, name, unsigned } = operation;
  const body = await text(request);
  const problem = await signatureProblem(request, body, { ...rules, service });
  if (problem) return awsJsonFailure(problem, unsigned);
  if (request.method !== 'POST' || request.headers['x-amz-target'] !== `${targetPrefix}.${name}`)
    return awsJsonFailure('UnknownOperationException', `Only ${name} is known here.`);
  return operation.answer(parsed(body));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function awsJsonFailure(type: string, message: string): AwsJsonAnswer {
  return { status: 400, body: { __type: type, message } };
}
