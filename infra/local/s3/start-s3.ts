import { createServer } from 'node:http';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import type { CorsRule } from './cors.ts';
import { type DirectObjects, directObjects } from './direct-objects.ts';
import type { FaultInjection } from './faults.ts';
import { applyRules, type LifecycleRule } from './lifecycle.ts';
import type { Announce, ObjectCreatedListener } from './object-created.ts';
import { openStore } from './open-store.ts';
import { handle, type HandlerRules, type Log } from './request-handler.ts';
import type { Credentials } from './signature.ts';

export type LocalS3Options = {
  /** Everything is kept here. One server at a time. */
  dataDir: string;
  buckets: readonly string[];
  credentials: readonly Credentials[];
  region: string;
  /** Without it pages of other origins may do nothing. */
  cors?: CorsRule;
  lifecycle?: readonly LifecycleRule[];
  /** Keys whose events are kept until every listener has taken them, by the next start at the latest. */
  notifyPrefixes?: readonly string[];
  /** Whether all buckets keep versions. Without it they never have. */
  keepsVersions?: boolean;
  /** How long a sender may be silent in the middle of a body. S3 waits about 20 s. */
  stallTimeoutMs?: number;
  now?: () => Date;
  log?: Log;
  faults?: FaultInjection;
};

export type LocalS3 = {
  /** `http://127.0.0.1:{port}`; an object is at `{url}/{bucket}/{key}`. */
  url: string;
  /**
   * Calls the listener with every object once it is durable, and with kept events of earlier processes. The
   * sender does not wait for it, and its failure is only logged.
   */
  onObjectCreated(listener: ObjectCreatedListener): void;
  objects: DirectObjects;
  applyLifecycle(at: { now: Date }): Promise<void>;
  /** Drops all connections, waits for listeners, and releases the folder. */
  close(): Promise<void>;
};

const KEEP_ALIVE_MS = 60_000;
const DEFAULT_STALL_MS = 20_000;

/**
 * Starts the part of S3 that the product uses on 127.0.0.1: path style, Signature Version 4 on every request.
 * What a killed server left half-done is removed before the first request.
 * @throws Error if another server uses the folder
 */
export async function startS3(options: LocalS3Options): Promise<LocalS3> {
  const { dataDir, lifecycle = [], now = () => new Date(), log = () => undefined } = options;
  const work = workUnderWay(log);
  const listeners: ObjectCreatedListener[] = [];
  const deliver = (listener: ObjectCreatedListener, [event, taken]: Parameters<Announce>) =>
    work.track('A listener failed on a created object.', async () => {
      await listener(event);
      taken();
    });
  const announce: Announce = (event, forget) => {
    let waiting = listeners.length;
    for (const listener of listeners) deliver(listener, [event, () => --waiting === 0 && forget()]);
  };
  const { stallTimeoutMs = DEFAULT_STALL_MS, buckets, notifyPrefixes = [], keepsVersions = false } = options;
  const isKept = (key: string) => notifyPrefixes.some((prefix) => key.startsWith(prefix));
  const stored = await openStore({ dataDir, now, announce, isKept, keepsVersions });
  const rules: HandlerRules = { ...options, now, log, stallTimeoutMs, stored: { ...stored, buckets } };

  // No limit on a request's duration: an upload may be slow while bytes arrive. Each body limits the silence.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
    work.track('The object server failed to answer.', () => handle({ request, response }, rules)),
  );
  const url = await listenLocally(server);

  async function shutDown(): Promise<void> {
    await dropAndClose(server);
    await work.settled();
    stored.metadataDatabase.close();
  }
  let closing: Promise<void> | undefined;

  return {
    url,
    onObjectCreated(listener) {
      listeners.push(listener);
      for (const { event, forget } of stored.undelivered.list()) deliver(listener, [event, forget]);
    },
    objects: directObjects(stored.objects),
    applyLifecycle: (at) => applyRules({ ...stored, rules: lifecycle, now: at.now }),
    close: () => (closing ??= shutDown()),
  };
}

/** The work that `close` must wait for. */
function workUnderWay(log: Log) {
  const underWay = new Set<Promise<void>>();

  async function run(complaint: string, work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      log(complaint, error);
    }
  }

  return {
    track(complaint: string, work: () => Promise<void> | void): void {
      const running = run(complaint, work).finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
