import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { ArchiveEntry } from './archive-entries.ts';
import { layOutZip, type ZipLayout } from './zip-layout.ts';
import { archiveKey, archivePlanKey } from '../storage/object-keys.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';

type ArchiveId = { readonly id: string; readonly eventId: string };
type PlanId = ArchiveId & { readonly planId: string };

// Tuples instead of named fields: a gallery of 50,000 is then 10 MB of JSON, and 2 MB compressed.
const planFile = z.array(
  // The last one is where an entry's plan stands, if it has one.
  z.tuple([z.string(), z.string(), z.int(), z.int(), z.string(), z.nullable(z.int())], z.string()),
);

export async function putPlan(plan: PlanId, entries: readonly ArchiveEntry[]): Promise<void> {
  const rows: z.input<typeof planFile> = entries.map((entry) => [
    entry.name,
    entry.key,
    entry.sizeBytes,
    entry.crc32,
    entry.wallTime,
    entry.unixSeconds,
    ...(entry.planKey === undefined ? [] : [entry.planKey]),
  ]);
  await s3Client().send(
    new PutObjectCommand({
      Bucket: mediaBucket(),
      Key: archivePlanKey(plan, plan.planId),
      Body: await promisify(gzip)(JSON.stringify(rows)),
      ContentType: 'application/gzip',
    }),
  );
}

let last: { planId: string; layout: ZipLayout<ArchiveEntry> } | undefined;

/**
 * A ZIP's layout from its plan. The last one is cached, as a worker usually writes one stretch after another.
 */
export async function getLayout(plan: PlanId): Promise<ZipLayout<ArchiveEntry> | undefined> {
  if (last?.planId === plan.planId) return last.layout;
  try {
    const { Body } = await s3Client().send(
      new GetObjectCommand({ Bucket: mediaBucket(), Key: archivePlanKey(plan, plan.planId) }),
    );
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    const rows = planFile.parse(JSON.parse((await promisify(gunzip)(bytes)).toString()));
    const layout = layOutZip(
      rows.map(([name, key, sizeBytes, crc32, wallTime, unixSeconds, planKey]) => ({
        name,
        key,
        sizeBytes,
        crc32,
        wallTime,
        unixSeconds,
        planKey,
      })),
    );
    last = { planId: plan.planId, layout };
    return layout;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Removes a ZIP and its plan. Safe to repeat. */
export async function removeArchiveFiles(archive: ArchiveId, planId: string): Promise<void> {
  const { Errors = [] } = await s3Client().send(
    new DeleteObjectsCommand({
      Bucket: mediaBucket(),
      Delete: {
        Objects: [{ Key: archiveKey(archive) }, { Key: archivePlanKey(archive, planId) }],
        Quiet: true,
      },
    }),
  );
  if (Errors.length > 0) throw new Error(`A ZIP could not be removed: ${Errors[0]?.Code}`);
}
