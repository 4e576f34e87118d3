import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FaultInjection } from '../../infra/local/s3/faults.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import type { Client } from '../fixtures/api-client.ts';
import { smallJpeg } from '../fixtures/uploads.ts';

/** What the network does to a call: an error response, no response at all, or nothing. */
export type ApiFault = (call: { method: string; path: string }) => { status: number } | 'hold' | undefined;

/** A local system with a network in front of it that a test can make fail. */
export type FaultyNetwork = {
  readonly system: System;
  /** Object keys of all stored uploads, in order. */
  readonly stored: string[];
  /** What happens to each PUT of an upload from now on. */
  onPut: FaultInjection;
  /** What happens to each call from now on. */
  onCall: ApiFault;
  readonly close: () => Promise<void>;
};

/** Starts the system without faults. */
export async function startFaultyNetwork(): Promise<FaultyNetwork> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bad-network-'));
  const system = await startSystem({
    port: 0,
    dataDir,
    quiet: true,
    // Only uploads from phones fail, not the workers' own objects.
    faults: (request) =>
      request.method === 'PUT' && request.path.includes('/incoming/') ? network.onPut(request) : undefined,
    intercept: ({ request, response }) => {
      const fault = network.onCall({
        method: request.method ?? '',
        path: (request.url ?? '').split('?')[0] ?? '',
      });
      if (fault === undefined) return false;
      if (fault !== 'hold') response.writeHead(fault.status).end();
      return true;
    },
  });
  const network: FaultyNetwork = {
    system,
    stored: [],
    onPut: () => undefined,
    onCall: () => undefined,
    close: async () => {
      await system.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  system.s3.onObjectCreated(({ key }) => {
    if (key.startsWith('incoming/')) network.stored.push(key);
  });
  return network;
}

/** A file as a file chooser takes it. */
export type Photo = { name: string; mimeType: string; buffer: Buffer };

/** Distinct photos of about this size: bytes after a JPEG's end are not part of the picture. */
export function photosOf(count: number, sizeBytes: number): Promise<Photo[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([await smallJpeg(index), randomBytes(sizeBytes)]),
    })),
  );
}

/** Sorted SHA-256 hashes of files. */
export const hashesOf = (files: readonly Uint8Array[]): string[] =>
  files.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted();

/** Sorted SHA-256 hashes of an event's originals, as its owner downloads them. */
export async function hashesOfOriginals(owner: Client, eventId: string): Promise<string[]> {
  const { json } = await owner.get(`/api/events/${eventId}/media?limit=200`);
  const originals = await Promise.all(
    json.map(async ({ id }: { id: string }) => {
      const { headers } = await owner.get(`/api/media/${id}/download`);
      const response = await fetch(new URL(headers.get('location') ?? '', owner.base));
      return new Uint8Array(await response.arrayBuffer());
    }),
  );
  return hashesOf(originals);
}
