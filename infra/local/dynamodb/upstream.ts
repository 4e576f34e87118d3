import {
  Agent,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Question = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | string;
};

export type Answer = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
};

export type Upstream = {
  /** @throws Error if there is no answer */
  send(question: Question): Promise<Answer>;
  close(): void;
};

/** Headers of one connection, not of the message. */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'host',
  'content-length',
  'expect',
];

/** Asks the server behind, over connections that are kept. */
export function createUpstream(endpoint: string): Upstream {
  const agent = new Agent({ keepAlive: true });
  return {
    async send({ method, path, headers, body }) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const told = { ...ofTheMessage(headers), 'content-length': Buffer.byteLength(body) };
      request(new URL(path, endpoint), { method, agent, headers: told })
        .on('response', resolve)
        .on('error', reject)
        .end(body);
      const answer = await promise;
      return {
        status: answer.statusCode ?? 500,
        headers: ofTheMessage(answer.headers),
        body: await buffer(answer),
      };
    },
    close: () => agent.destroy(),
  };
}

function ofTheMessage(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));
}
