import { CHANNEL_NAMESPACE } from '../../functions/live-updates/channel.ts';
import { rightsOfS3Request, prefixOf } from './rights-of-s3-request.ts';

/** A request to AWS as it leaves a function, as far as rights depend on it. */
export type AwsRequest = {
  /** The service of the signature's scope, which is also the prefix of its IAM actions. */
  readonly service: string;
  readonly method: string;
  readonly url: URL;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
};

type Fields = { readonly [name: string]: unknown };

/**
 * The IAM rights that a request needs, each as `action resource` with resources in the manifest's words:
 * `table`, `index/gsi1`, an object prefix, a queue or a secret by name. What is not known here is named as it
 * was sent, so that no grant can match it. Source: Service Authorization Reference, and DynamoDB Developer
 * Guide, "IAM and transactions".
 */
export function rightsOf(request: AwsRequest): string[] {
  const { service, method, url, header } = request;
  const [, action = ''] = header('x-amz-target')?.split('.') ?? [];
  switch (service) {
    case 's3':
      return rightsOfS3Request(request);
    case 'dynamodb':
      return tableRights(action, bodyOf(request));
    case 'sqs':
      // One message and a batch need the same right.
      return [`sqs:${action.replace(/Batch$/, '')} ${lastPart(String(bodyOf(request)['QueueUrl']))}`];
    case 'ssm':
      return [`ssm:${action} ${lastPart(String(bodyOf(request)['Name']))}`];
    case 'cognito-idp':
      return [`cognito-idp:${action} pool`];
    case 'cloudfront':
      return /^\/[\d-]+\/distribution\/[^/]+\/invalidation$/.test(url.pathname) && method === 'POST'
        ? ['cloudfront:CreateInvalidation distribution']
        : [unknown(request)];
    case 'appsync': {
      const [, namespace = ''] = String(bodyOf(request)['channel']).split('/');
      return namespace === CHANNEL_NAMESPACE ? ['appsync:EventPublish live-updates'] : [unknown(request)];
    }
    default:
      return [unknown(request)];
  }
}

/** What a URL that a function signed lets its holder do on the function's behalf. */
export function rightsOfSignedUrl(text: string): string[] {
  const url = new URL(text);
  // The SDK writes the operation into the URL.
  const action = url.searchParams.get('x-id') ?? 'UnknownOperation';
  return [`s3:${action} ${prefixOf(url.pathname)}`];
}

/** The service that a signature is for. Source: Signature Version 4, "Credential scope". */
export function serviceOf(authorization: string | undefined): string | undefined {
  return /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[\w-]+\/([\w-]+)\/aws4_request/.exec(
    authorization ?? '',
  )?.[1];
}

const transactionParts = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
} as const;

/** A transaction needs the rights of its parts and none of its own. */
function tableRights(action: string, body: Fields): string[] {
  if (action === 'TransactWriteItems' || action === 'TransactGetItems') {
    const parts = body['TransactItems'] as readonly Fields[];
    return parts
      .flatMap((part) => Object.keys(part))
      .map((kind) => `dynamodb:${transactionParts[kind as keyof typeof transactionParts] ?? kind} table`);
  }
  const index = body['IndexName'];
  return [`dynamodb:${action} ${typeof index === 'string' ? `index/${index}` : 'table'}`];
}

function bodyOf({ body }: AwsRequest): Fields {
  return JSON.parse(body) as Fields;
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? '';
}

function unknown({ service, method, url }: AwsRequest): string {
  return `${service}:${method} ${url.pathname}`;
}
