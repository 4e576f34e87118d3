import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Instruction } from '../stages/stages.ts';
import { copyFiles } from './copy-files.ts';
import { copyItems, type TableLocation } from './copy-items.ts';
import { type BucketLocation, listFilesAt } from './list-files-at.ts';
import { initialProgress, type Progress, type ProgressStore } from './progress.ts';

/** A stage's table and bucket. */
export type DataLocation = { readonly table: TableLocation; readonly files: BucketLocation };

export type RestoreOptions = {
  /** Opens the table as it was; called only if rows are still to be copied. */
  readonly openPast: () => Promise<TableLocation>;
  readonly files: BucketLocation;
  readonly to: DataLocation;
  readonly at: Date;
  readonly progressStore: ProgressStore;
  readonly say: (line: string) => void;
};

export type RestoreResult = { readonly items: number; readonly files: number };

/**
 * Copies rows and files as they were at a time into an empty place. After an interruption the same call
 * resumes; repeated, it changes nothing.
 * @throws Instruction if the place holds something that this restore did not put there
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { progressStore, say, to } = options;
  const begun = await progressStore.read();
  if (!begun) await refuseUsed(to);
  let progress: Progress = begun ?? initialProgress;
  await progressStore.write(progress);
  const keep = async (change: Partial<Progress>): Promise<void> => {
    progress = { ...progress, ...change };
    await progressStore.write(progress);
  };
  if (begun) say(`Goes on after ${begun.items.copied} items and ${begun.files.copied} files.`);
  if (!progress.items.isDone) {
    const past = await options.openPast();
    for await (const { copied, after } of copyItems(past, to.table, progress.items.after as never)) {
      await keep({ items: { copied: progress.items.copied + copied, after, isDone: after === undefined } });
      say(`${progress.items.copied} items`);
    }
  }
  if (!progress.files.isDone) {
    const from = { at: options.at, after: progress.files.after };
    for await (const { copied, after, left } of copyFiles(options.files, to.files, from)) {
      await keep({ files: { copied: progress.files.copied + copied, after, isDone: after === undefined } });
      say(`${progress.files.copied} files`);
      for (const key of left)
        say(`${key} is larger than 5 GB and is left; a ZIP is made anew when asked for.`);
    }
  }
  return { items: progress.items.copied, files: progress.files.copied };
}

/** What was there before could not be told from what was restored. */
async function refuseUsed({ table, files }: DataLocation): Promise<void> {
  const { Count = 0 } = await table.client.send(new ScanCommand({ TableName: table.tableName, Limit: 1 }));
  const { KeyCount = 0 } = await files.client.send(
    new ListObjectsV2Command({ Bucket: files.bucket, MaxKeys: 1 }),
  );
  if (Count === 0 && KeyCount === 0) return;
  throw new Instruction(
    `${Count > 0 ? table.tableName : files.bucket} holds something already: a restore goes into a stage that nobody has used.`,
  );
}

/** How many files and bytes a copy as of that time would move. */
export async function measureFiles(
  files: BucketLocation,
  at: Date,
): Promise<{ count: number; bytes: number }> {
  let [count, bytes] = [0, 0];
  for await (const page of listFilesAt(files, { at })) {
    count += page.files.length;
    bytes += page.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }
  return { count, bytes };
}
