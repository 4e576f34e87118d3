import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { type AwsJsonAnswer, awsJsonFailure, serveAwsJson } from '../aws-protocol/aws-json.ts';
import type { SignatureRules } from '../aws-protocol/verify-signature.ts';

export type StoredParameter = { readonly value: string; readonly changedAt: Date };

export type ParameterApiOptions = SignatureRules & {
  /** Finds a SecureString by its full name; undefined if there is none. */
  readonly find: (name: string) => Promise<StoredParameter | undefined>;
};

/** The one operation that functions use. */
export const API_OPERATION = 'GetParameter';

const wanted = z.object({
  Name: z.string().check(z.minLength(1)),
  WithDecryption: z._default(z.boolean(), false),
});

/**
 * Parameter Store's API, as the SDK's client calls it. Every parameter is a SecureString. Sources: AWS
 * Systems Manager API Reference, and AWS JSON 1.1.
 */
export function createParameterApi(options: ParameterApiOptions): RequestListener {
  return serveAwsJson(options, {
    service: 'ssm',
    targetPrefix: 'AmazonSSM',
    name: API_OPERATION,
    unsigned: 'The request is not signed by who may read parameters.',
    answer: (input) => getParameter(options, input),
  });
}

async function getParameter(options: ParameterApiOptions, input: unknown): Promise<AwsJsonAnswer> {
  const request = wanted.safeParse(input);
  if (!request.success) return awsJsonFailure('ValidationException', 'The name is missing.');
  const { Name, WithDecryption } = request.data;
  const found = await options.find(Name);
  if (!found) return awsJsonFailure('ParameterNotFound', '');
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
