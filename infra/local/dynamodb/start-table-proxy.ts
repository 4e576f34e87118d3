import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import type { Timers } from '../timers/timers.ts';
import { createCapacityMeter } from './capacity-meter.ts';
import { faultyAnswer, type TableFaultInjection } from './faults.ts';
import { json } from './refusals.ts';
import { createTableRules } from './table-rules.ts';
import type { TableFile } from './table-file.ts';
import { CALLER_HEADER, parseTableRequest } from './table-request.ts';
import type { TableSettings } from './table-settings.ts';
import { createUpstream, type Answer, type Question } from './upstream.ts';

export type TableProxy = { readonly endpoint: string; close(): Promise<void> };

/** `GET` answers what was measured, `DELETE` starts over. */
export const METER_PATH = '/meter';

const KEEP_ALIVE_MS = 60_000;

/**
 * Stands before a DynamoDB that is kinder than Amazon's, on a free port of 127.0.0.1, and answers in its stead
 * where Amazon's would refuse. A request is carried out even if its sender has gone, as in AWS.
 * @param file without it nothing is measured, and indexes are never late
 */
export async function startTableProxy(input: {
  endpoint: string;
  file: TableFile | undefined;
  settings: TableSettings;
  /** Milliseconds since 1970. */
  now: () => number;
  timers: Pick<Timers, 'after'>;
  faults?: TableFaultInjection;
}): Promise<TableProxy> {
  const upstream = createUpstream(input.endpoint);
  const meter = createCapacityMeter(input);
  const treat = createTableRules({ ...input, meter });

  async function answerTo(question: Question & { readonly body: Buffer }): Promise<Answer> {
    if (question.path === METER_PATH) {
      if (question.method === 'DELETE') meter.reset();
      return json(200, meter.report());
    }
    const target = String(question.headers['x-amz-target']);
    const caller = question.headers[CALLER_HEADER]?.toString();
    const request = parseTableRequest({ target, body: question.body.toString(), caller });
    if (request === undefined) return upstream.send(question);
    const carryOut = () =>
      treat(request, ({ input: asked }) =>
        upstream.send(asked === request.input ? question : { ...question, body: JSON.stringify(asked) }),
      );
    const fault = input.faults?.({ operation: target.split('.')[1] ?? '' });
    return fault ? faultyAnswer(fault, carryOut) : carryOut();
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

async function serve(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  answerTo: (question: Question & { readonly body: Buffer }) => Promise<Answer>,
): Promise<void> {
  const { method = '', url: path = '/', headers } = request;
  const answer = await answerTo({ method, path, headers, body: await buffer(request) });
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(answer.body);
}
