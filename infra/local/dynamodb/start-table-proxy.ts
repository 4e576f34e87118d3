import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import type { Timers } from '../timers/timers.ts';
import { createConflicts } from './conflicts.ts';
import { parseTableRequest } from './table-request.ts';
import type { TableSettings } from './table-settings.ts';
import { createUpstream, type Answer, type Question } from './upstream.ts';

export type TableProxy = { readonly endpoint: string; close(): Promise<void> };

/**
 * Stands before a DynamoDB that is kinder than Amazon's, on a free port of 127.0.0.1, and answers in its stead
 * where Amazon's would refuse. A request is carried out even if its sender has gone, as in AWS.
 */
export async function startTableProxy(input: {
  endpoint: string;
  settings: TableSettings;
  timers: Pick<Timers, 'after'>;
}): Promise<TableProxy> {
  const upstream = createUpstream(input.endpoint);
  const conflicts = createConflicts({ ...input.settings, timers: input.timers });

  async function answerTo(question: Question & { readonly body: Buffer }): Promise<Answer> {
    const target = String(question.headers['x-amz-target']);
    const request = parseTableRequest(target, question.body.toString());
    if (request === undefined) return upstream.send(question);
    return conflicts(request, (other) =>
      upstream.send(other === undefined ? question : { ...question, body: JSON.stringify(other) }),
    );
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    serve({ request, response }, answerTo).catch(() => response.destroy());
  });
  const endpoint = await listenLocally(server);
  return {
    endpoint,
    async close() {
      await dropAndClose(server);
      upstream.close();
    },
  };
}

const KEEP_ALIVE_MS = 60_000;

async function serve(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  answerTo: (question: Question & { readonly body: Buffer }) => Promise<Answer>,
): Promise<void> {
  const { method = '', url: path = '/', headers } = request;
  const {
    status,
    headers: told,
    body,
  } = await answerTo({ method, path, headers, body: await buffer(request) });
  response.writeHead(status, { ...told, 'content-length': body.length });
  response.end(body);
}
