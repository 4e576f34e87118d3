import { SQSClient } from '@aws-sdk/client-sqs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EDITION } from '../../functions/domain/rendition-names.ts';
import { Instruction } from '../stages/stages.ts';
import { openStage } from './running-stage.ts';
import { runProgram } from './run-program.ts';
import { queueRegeneration } from './queue-regeneration.ts';

const EXAMPLE = 'npm run regenerate -- --stage dev --event evt_…';

/**
 * `npm run regenerate -- --stage dev --event evt_… [--edition name]`: makes all renditions of an event again,
 * beside the existing ones. Run again with the same edition, it continues where it was interrupted.
 */
async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { stage: text, event: text, edition: text } });
  const { event: eventId = '', edition = Date.now().toString(36) } = values;
  if (!/^evt_[a-z2-7]{26}$/.test(eventId)) throw new Instruction(`Name an event: ${EXAMPLE}`);
  if (!EDITION.test(edition)) throw new Instruction('An edition is up to 20 small letters and digits.');
  const { queues } = await openStage(values.stage);
  const { media, videos } = queues;
  if (!media || !videos) throw new Error('The stage names no queues for pictures and videos.');
  console.log(`If this is interrupted: the same command with --edition ${edition} goes on.`);
  const { sent, alreadyMade } = await queueRegeneration({
    eventId,
    edition,
    client: new SQSClient(),
    queues: { media: media.url, videos: videos.url },
    pause,
    tell: ({ sent }) => console.log(`${sent} on their way`),
  });
  console.log(`${sent} sent to the workers, ${alreadyMade} had the edition ${edition} already.`);
}

if (import.meta.main) await runProgram(main);
