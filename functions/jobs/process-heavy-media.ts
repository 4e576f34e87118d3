import { processHeavyPicture } from '../uploads/process-picture.ts';
import { unfinishedOriginals } from '../uploads/unfinished-originals.ts';
import { job } from './kit/job.ts';
import { heavyQueueUrl } from '../aws/settings.ts';

/** Makes renditions of pictures that take longer than a photo, so that no photo waits behind them. */
export const handler = job('process-heavy-media', heavyQueueUrl, async ({ body, isLastAttempt }) => {
  for await (const { media, edition, takenMs } of unfinishedOriginals(body))
    await processHeavyPicture(media, { isLastAttempt, edition, takenMs });
});
