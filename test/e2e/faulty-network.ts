import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FaultInjection } from '../../infra/local/s3/faults.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import type { Client } from '../fixtures/api-client.ts';
import { smallJpeg } from '../fixtures/uploads.ts';

/** What the network does to a call: an error of the edge, no answer at all, or nothing. */
export type ApiFault = (call: { method: string; path: string }) => { status: number } | 'hold' | undefined;

/** A system of its own with a network before it that a test can spoil. */
export type FaultyNetwork = {
  readonly system: System;
  /** Object keys of all uploads that are stored, in order. */
  readonly stored: string[];
  /** What happens to each PUT of an upload from now on. */
  onPut: FaultInjection;
  /** What happens to each call from now on. */
  onCall: ApiFault;
  readonly close: () => Promise<void>;
};

/** Starts it; at first its network is good. */
export async function startFaultyNetwork(): Promise<FaultyNetwork> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bad-network-'));
  const system = await startSystem({
    port: 0,
    dataDir,
    quiet: true,
    // The workers' own objects are not on anybody's phone line.
    faults: (request) =>
      request.method === 'PUT' && request.path.includes('/incoming/') ? network.onPut(request) : undefined,
    development: {
      listener: ({ request, response }) => {
        const fault = network.onCall({
          method: request.method ?? '',
          path: (request.url ?? '').split('?')[0] ?? '',
        });
        if (fault === undefined) return false;
        if (fault !== 'hold') response.writeHead(fault.status).end();
        return true;
      },
      transformHtml: (html) => html,
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

/** Files as a file chooser takes them. */
export type Photo = { name: string; mimeType: string; buffer: Buffer };

/** Photos that differ, each of about so many bytes: what follows a JPEG's end is no part of its picture. */
export function photosOf(count: number, sizeBytes: number): Promise<Photo[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([await smallJpeg(index), randomBytes(sizeBytes)]),
    })),
  );
}

/** SHA-256 of files, in the order of the hashes. */
export const hashesOf = (files: readonly Uint8Array[]): string[] =>
  files.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted();

/** The same of all originals of an event, as its owner downloads them. */
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
