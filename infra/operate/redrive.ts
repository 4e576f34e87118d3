import { SQSClient } from '@aws-sdk/client-sqs';
import { parseArgs } from 'node:util';
import { Instruction } from '../stages/stages.ts';
import { type MovedCounts, moveDeadLetters } from './move-dead-letters.ts';
import { openStage } from './running-stage.ts';
import { runProgram } from './run-program.ts';

/**
 * `npm run redrive -- --stage dev [--queue media]`: once the cause is fixed, sends dead-letter messages back
 * to their queues.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { stage: { type: 'string' }, queue: { type: 'string' } } });
  const { queues } = await openStage(values.stage);
  const names = Object.keys(queues);
  if (values.queue !== undefined && !names.includes(values.queue))
    throw new Instruction(
      `"${values.queue}" is no queue: choose one of ${names.join(', ')}, or leave it out.`,
    );
  const client = new SQSClient();
  const startedMs = Date.now();
  for (const [name, { url, deadLetters }] of Object.entries(queues)) {
    if (name !== (values.queue ?? name)) continue;
    console.log(`${name}: ${told(await moveDeadLetters({ client, from: deadLetters, to: url, startedMs }))}`);
  }
}

function told({ moved, failedAgain, streamFailures }: MovedCounts): string {
  const parts = [`${moved} sent back`];
  if (failedAgain > 0) parts.push(`${failedAgain} failed again and stay`);
  if (streamFailures > 0)
    parts.push(`${streamFailures} stay that tell of table changes not followed (see docs/deploy.md)`);
  return parts.join(', ');
}

if (import.meta.main) await runProgram(main);
