import { makeVideo, type Video } from '../media/video.ts';
import { type Made, pictureParts, processOriginal } from '../uploads/process-original.ts';
import { unfinishedOriginals } from '../uploads/unfinished-originals.ts';
import { job } from './kit/job.ts';
import { videosQueueUrl } from '../aws/settings.ts';

/**
 * The least time that tools get, even if none is left: they stop by themselves, and the next delivery has
 * more.
 */
const MIN_BUDGET_MS = 1000;

/** Makes posters and playable renditions of videos. A second delivery changes nothing. */
export const handler = job('process-video', videosQueueUrl, async ({ body, isLastAttempt, remainingMs }) => {
  for await (const { media, edition } of unfinishedOriginals(body)) {
    await processOriginal(media, { isLastAttempt, edition }, async ({ file, folder, captured, copy }) =>
      videoParts(
        await makeVideo({
          path: file,
          declaredType: media.mimeType,
          folder,
          // Where there is a clean copy, nobody downloads it.
          captured: copy ? undefined : captured,
          needsStandIn: copy === undefined,
          budgetMs: Math.max(MIN_BUDGET_MS, remainingMs()),
        }),
      ),
    );
  }
});

/** A video is shown by its poster, plays if it could be made playable, and is unsupported without either. */
function videoParts(video: Video): Made {
  const { poster, play, width = 0, height = 0, durationSeconds = null } = video;
  const still = poster && pictureParts(poster);
  if (!still && !play) return undefined;
  const facts = still?.facts ?? { ...NOTHING_KNOWN, renditions: [] };
  return {
    isDamaged: false,
    standIn: play ? undefined : still?.standIn,
    facts: { ...facts, width, height, durationSeconds, play: play?.name ?? null, signals: null },
    files: [
      ...(still?.files ?? []),
      ...(play ? [{ name: play.name, mime: play.mime, path: play.path }] : []),
    ],
  };
}

const NOTHING_KNOWN = { blur: null, color: null, perceptualHash: null };
