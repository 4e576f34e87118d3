import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { signatureProblem, type SignatureRules } from '../process/verify-signature.ts';

export type StoredParameter = { readonly value: string; readonly changedAt: Date };

export type ParameterApiOptions = SignatureRules & {
  /** Finds a SecureString by its full name; undefined if there is none. */
  readonly find: (name: string) => Promise<StoredParameter | undefined>;
};

/** The one operation that functions use. */
export const API_OPERATION = 'GetParameter';

type Answer = { readonly status: number; readonly body: object };

const wanted = z.object({
  Name: z.string().check(z.minLength(1)),
  WithDecryption: z._default(z.boolean(), false),
});

/**
 * Parameter Store's API, as the SDK's client calls it. Every parameter is a SecureString. Sources: AWS
 * Systems Manager API Reference, and AWS JSON 1.1.
 */
export function createParameterApi(options: ParameterApiOptions): RequestListener {
  return (request, response) => {
    void answer(request, options).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(JSON.stringify(body));
      },
      () => response.destroy(),
    );
  };
}

async function answer(request: IncomingMessage, options: ParameterApiOptions): Promise<Answer> {
  const body = await text(request);
  const problem = await signatureProblem(request, body, { ...options, service: 'ssm' });
  if (problem) return failure(problem, 'The request is not signed by who may read parameters.');
  if (request.method !== 'POST' || request.headers['x-amz-target'] !== `AmazonSSM.${API_OPERATION}`)
    return failure('UnknownOperationException', `Only ${API_OPERATION} is known here.`);
  const asked = wanted.safeParse(parsed(body));
  if (!asked.success) return failure('ValidationException', 'The name is missing.');
  const { Name, WithDecryption } = asked.data;
  const found = await options.find(Name);
  if (!found) return failure('ParameterNotFound', '');
  return { status: 200, body: { Parameter: describe(Name, { found, WithDecryption, ...options }) } };
}

function describe(
  Name: string,
  { found, WithDecryption, region }: { found: StoredParameter; WithDecryption: boolean; region: string },
) {
  return {
    ARN: `arn:aws:ssm:${region}:000000000000:parameter${Name}`,
    DataType: 'text',
    LastModifiedDate: found.changedAt.getTime() / 1000,
    Name,
    Type: 'SecureString',
    // As in AWS, without decryption the value is unreadable.
    Value: WithDecryption ? found.value : randomBytes(48).toString('base64'),
    Version: 1,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function failure(type: string, message: string): Answer {
  return { status: 400, body: { __type: type, message } };
}
