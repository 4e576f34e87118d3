import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Instruction } from '../stages/stages.ts';
import { copyFiles } from './copy-files.ts';
import { copyItems, type TablePlace } from './copy-items.ts';
import { type BucketPlace, listFilesAt } from './list-files-at.ts';
import { initialProgress, type Progress, type ProgressStore } from './progress.ts';

/** A stage's table and bucket. */
export type DataPlace = { readonly table: TablePlace; readonly files: BucketPlace };

export type RestoreOptions = {
  /** Opens the table as it was; called only if rows are still to be copied. */
  readonly openPast: () => Promise<TablePlace>;
  readonly files: BucketPlace;
  readonly to: DataPlace;
  readonly at: Date;
  readonly note: ProgressStore;
  readonly say: (line: string) => void;
};

export type RestoreResult = { readonly items: number; readonly files: number };

/**
 * Copies rows and files as they were at a time into an empty place. After an interruption the same call
 * resumes; repeated, it changes nothing.
 * @throws Instruction if the place holds something that this restore did not put there
 */
export async function restore(wish: RestoreOptions): Promise<RestoreResult> {
  const { note, say, to } = wish;
  const begun = await note.read();
  if (!begun) await refuseUsed(to);
  let progress: Progress = begun ?? initialProgress;
  await note.write(progress);
  const keep = async (change: Partial<Progress>): Promise<void> => {
    progress = { ...progress, ...change };
    await note.write(progress);
  };
  if (begun) say(`Goes on after ${begun.items.copied} items and ${begun.files.copied} files.`);
  if (!progress.items.isDone) {
    const past = await wish.openPast();
    for await (const { copied, after } of copyItems(past, to.table, progress.items.after as never)) {
      await keep({ items: { copied: progress.items.copied + copied, after, isDone: after === undefined } });
      say(`${progress.items.copied} items`);
    }
  }
  if (!progress.files.isDone) {
    const from = { at: wish.at, after: progress.files.after };
    for await (const { copied, after, left } of copyFiles(wish.files, to.files, from)) {
      await keep({ files: { copied: progress.files.copied + copied, after, isDone: after === undefined } });
      say(`${progress.files.copied} files`);
      for (const key of left)
        say(`${key} is larger than 5 GB and is left; a ZIP is made anew when asked for.`);
    }
  }
  return { items: progress.items.copied, files: progress.files.copied };
}

/** What was there before could not be told from what was restored. */
async function refuseUsed({ table, files }: DataPlace): Promise<void> {
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
export async function measureFiles(files: BucketPlace, at: Date): Promise<{ count: number; bytes: number }> {
  let [count, bytes] = [0, 0];
  for await (const page of listFilesAt(files, { at })) {
    count += page.files.length;
    bytes += page.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }
  return { count, bytes };
}
