import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectDir } from '../build/project-paths.ts';
import { progressFile } from '../restore/progress.ts';
import { checkRestorable, deletePastTable, openPastTable, pastTableName } from '../restore/restore-point.ts';
import { type DataLocation, measureFiles, restore } from '../restore/restore.ts';
import { Instruction, readStage, type Stage } from '../stages/stages.ts';
import { runProgram } from './run-program.ts';
import { findStage, type RunningStage } from './running-stage.ts';

const EXAMPLE = 'npm run restore -- --from prod --to rescue --at 2026-11-20T18:30:00Z';

type Given = { readonly from?: string; readonly to?: string; readonly at?: string };

export type RestoreArguments = { readonly from: Stage; readonly to: Stage; readonly at: Date };

/**
 * @param now the time must not be later
 * @throws Instruction if a stage is unknown, both are the same, or the time is invalid
 */
export function readRestoreArguments(given: Given, now: Date): RestoreArguments {
  const [from, to] = [readStage(given.from, '--from prod'), readStage(given.to, '--to rescue')];
  if (from.name === to.name)
    throw new Instruction(
      `${from.name} cannot be restored into itself: name a stage that nobody uses, as in ${EXAMPLE}`,
    );
  const text = given.at ?? '';
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) ||
    !Number.isFinite(Date.parse(text))
  )
    throw new Instruction(`--at must be a time with its zone, like 2026-11-20T18:30:00Z, and is "${text}".`);
  const at = new Date(text);
  if (at > now) throw new Instruction(`--at lies in the future: ${at.toISOString()}.`);
  return { from, to, at };
}

/** @throws Instruction if the stage's workers would take old rows and files for new ones */
export function requireRestoreTarget(to: Stage, { isRestoreTarget }: RunningStage): void {
  if (isRestoreTarget) return;
  throw new Instruction(
    `${to.name} is at work: it would tell people of old photos and count votes again. A restore goes into a new stage with isRestoreTarget: true in infra/stages/stages.ts; docs/restore.md has the steps.`,
  );
}

/** The stage's table and bucket. @throws Instruction if an older release wrote its stage info */
export function dataLocationOf(stage: Stage, { environment }: RunningStage): DataLocation {
  const { TABLE_NAME: tableName, MEDIA_BUCKET: bucket } = environment;
  if (tableName === undefined || bucket === undefined)
    throw new Instruction(`${stage.name} does not say where its files are: deploy this release there first.`);
  const { region } = stage;
  return {
    table: { client: new DynamoDBClient({ region, maxAttempts: 10 }), tableName },
    files: { client: new S3Client({ region, maxAttempts: 10 }), bucket },
  };
}

const say = (line: string): void => console.log(line);

/** `npm run restore -- --from prod --to rescue --at 2026-11-20T18:30:00Z [--dry-run]` */
async function main(): Promise<void> {
  const string = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { from: string, to: string, at: string, 'dry-run': { type: 'boolean' } },
  });
  const { from, to, at } = readRestoreArguments(values, new Date());
  const [source, running] = [await findStage(from.name), await findStage(to.name)];
  const [past, target] = [dataLocationOf(from, source), dataLocationOf(to, running)];
  const pastName = pastTableName({ from: from.name, to: to.name, at });
  await checkRestorable(past.table, at);
  const { count, bytes } = await measureFiles(past.files, at);
  say(`${from.name} as it was at ${at.toISOString()} goes into ${to.name}:`);
  say(`1. DynamoDB makes the table ${pastName} of ${past.table.tableName}.`);
  say(`2. Its items are written into ${target.table.tableName}.`);
  say(
    `3. ${count} files, ${(bytes / 1e9).toFixed(1)} GB, are copied from ${past.files.bucket} into ${target.files.bucket}.`,
  );
  say(`4. The table ${pastName} is deleted. Nothing of ${from.name} is changed.`);
  if (from.oldVersionDays === 0) say(`${from.name} keeps no old versions: deleted or changed files stay so.`);
  requireRestoreTarget(to, running);
  if (values['dry-run']) return;
  const file = path.join(projectDir, '.restore', `${pastName}.json`);
  say(`If this is interrupted, the same command goes on; how far it came stands in ${file}.`);
  const restored = await restore({
    openPast: () => openPastTable(past.table, { at, pastName, pause, say }),
    files: past.files,
    to: target,
    at,
    progressStore: progressFile(file),
    say,
  });
  await deletePastTable({ ...past.table, tableName: pastName });
  await rm(file);
  say(`${restored.items} items and ${restored.files} files are in ${to.name}.`);
  say(
    `Take isRestoreTarget away from ${to.name} in infra/stages/stages.ts and deploy it: then its workers begin.`,
  );
}

if (import.meta.main) await runProgram(main);
