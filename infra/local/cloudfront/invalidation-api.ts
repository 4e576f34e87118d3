import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import * as z from 'zod/mini';

export type InvalidationApiOptions = {
  readonly distributionId: string;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Told of the paths of every invalidation. */
  readonly onInvalidated?: (paths: readonly string[]) => void;
};

type Invalidation = { id: string; createdAt: Date; paths: readonly string[]; callerReference: string };
type Answer = { status: number; root: string; content: object; location?: string };

const keptInvalidations = 1000;
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
 * CreateInvalidation and GetInvalidation of CloudFront's API (2020-05-31), for the SDK's own client. The local edge
 * keeps nothing, so an invalidation is completed at once.
 */
export function createInvalidationApi(options: InvalidationApiOptions): RequestListener {
  const known = new Map<string, Invalidation>();
  return (request, response) => {
    void (async () => {
      const { status, root, content, location } = await answer(request, { options, known });
      const document = builder.build({ [root]: { '@_xmlns': namespace, ...content } });
      response.writeHead(status, { 'Content-Type': 'text/xml', ...(location && { Location: location }) });
      response.end(`<?xml version="1.0"?>\n${document}`);
    })().catch(() => response.destroy());
  };
}

type State = { options: InvalidationApiOptions; known: Map<string, Invalidation> };

async function answer(request: IncomingMessage, { options, known }: State): Promise<Answer> {
  const body = await text(request);
  const [path = ''] = (request.url ?? '').split('?');
  const parts = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation(?:\/([^/]+))?$/.exec(path);
  if (parts === null) return failure(404, 'NoSuchResource');
  const [, distribution, id] = parts;
  if (distribution !== options.distributionId) return failure(404, 'NoSuchDistribution');
  if (request.method === 'GET' && id !== undefined) {
    const found = known.get(id);
    return found === undefined ? failure(404, 'NoSuchInvalidation') : success(200, found);
  }
  if (request.method !== 'POST' || id !== undefined) return failure(405, 'MethodNotAllowed');
  const batch = batchSchema.safeParse(parsed(body));
  if (!batch.success) return failure(400, 'MalformedInput');
  const { CallerReference, Paths } = batch.data.InvalidationBatch;
  if (Number(Paths.Quantity) !== Paths.Items.Path.length) return failure(400, 'InconsistentQuantities');
  const made = {
    id: options.newId(),
    createdAt: options.now(),
    paths: Paths.Items.Path,
    callerReference: CallerReference,
  };
  known.set(made.id, made);
  const [oldest] = known.keys();
  if (known.size > keptInvalidations && oldest !== undefined) known.delete(oldest);
  options.onInvalidated?.(made.paths);
  return { ...success(201, made), location: `${path}/${made.id}` };
}

function parsed(body: string): unknown {
  try {
    return parser.parse(body, true);
  } catch {
    return undefined;
  }
}

function success(status: number, invalidation: Invalidation): Answer {
  const { id, createdAt, paths, callerReference } = invalidation;
  return {
    status,
    root: 'Invalidation',
    content: {
      Id: id,
      Status: 'Completed',
      CreateTime: createdAt.toISOString(),
      InvalidationBatch: {
        Paths: { Quantity: paths.length, Items: { Path: paths } },
        CallerReference: callerReference,
      },
    },
  };
}

function failure(status: number, code: string): Answer {
  return {
    status,
    root: 'ErrorResponse',
    content: { Error: { Type: 'Sender', Code: code, Message: code }, RequestId: 'local' },
  };
}
