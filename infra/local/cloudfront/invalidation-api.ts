import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import * as z from 'zod/mini';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import { signatureProblem, type SignatureRules } from '../aws-protocol/verify-signature.ts';

type Options = SignatureRules & { readonly distributionId: string; readonly newId: () => string };
type Answer = { status: number; root: string; content: object; location?: string };

/** This API's own codes for a signature problem. */
const refusals = {
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
  UnrecognizedClientException: 'InvalidClientTokenId',
  InvalidSignatureException: 'SignatureDoesNotMatch',
} as const;

/** The one operation that functions use. */
export const API_OPERATION = 'CreateInvalidation';

const namespace = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Path' });
const builder = new XMLBuilder({ ignoreAttributes: false });
const batchSchema = z.object({
  InvalidationBatch: z.object({
    CallerReference: z.string().check(z.minLength(1)),
    Paths: z.object({
      Quantity: z.string(),
      Items: z.object({ Path: z.array(z.string().check(z.startsWith('/'))) }),
    }),
  }),
});

/**
 * Starts CloudFront's API (2020-05-31), as the SDK's client calls it. The local edge caches nothing, so an
 * invalidation completes at once. `url` is for AWS_ENDPOINT_URL_CLOUDFRONT.
 */
export async function startInvalidationApi(
  options: Options,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const { status, root, content, location } = await answer(request, options);
      const document = builder.build({ [root]: { '@_xmlns': namespace, ...content } });
      response.writeHead(status, { 'Content-Type': 'text/xml', ...(location && { Location: location }) });
      response.end(`<?xml version="1.0"?>\n${document}`);
    })().catch(() => response.destroy());
  });
  return { url: await listenLocally(server), close: () => dropAndClose(server) };
}

async function answer(request: IncomingMessage, options: Options): Promise<Answer> {
  const body = await text(request);
  const problem = await signatureProblem(request, body, { ...options, service: 'cloudfront' });
  if (problem) return failure(403, refusals[problem]);
  const [path = ''] = (request.url ?? '').split('?');
  const distribution = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation$/.exec(path)?.[1];
  if (distribution === undefined) return failure(404, 'NoSuchResource');
  if (distribution !== options.distributionId) return failure(404, 'NoSuchDistribution');
  if (request.method !== 'POST') return failure(405, 'MethodNotAllowed');
  const batch = batchSchema.safeParse(parsed(body));
  if (!batch.success) return failure(400, 'MalformedInput');
  const { CallerReference, Paths } = batch.data.InvalidationBatch;
  const items = Paths.Items.Path;
  if (Number(Paths.Quantity) !== items.length) return failure(400, 'InconsistentQuantities');
  const id = options.newId();
  return {
    status: 201,
    location: `${path}/${id}`,
    root: 'Invalidation',
    content: {
      Id: id,
      Status: 'Completed',
      CreateTime: options.now().toISOString(),
      InvalidationBatch: { Paths: { Quantity: items.length, Items: { Path: items } }, CallerReference },
    },
  };
}

function parsed(body: string): unknown {
  try {
    return parser.parse(body, true);
  } catch {
    return undefined;
  }
}

function failure(status: number, code: string): Answer {
  return {
    status,
    root: 'ErrorResponse',
    content: { Error: { Type: 'Sender', Code: code, Message: code }, RequestId: 'local' },
  };
}
