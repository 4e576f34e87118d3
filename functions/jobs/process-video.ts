import { createdKeys, objectCreated } from '../domain/job-messages.ts';
import { itemOfOriginal } from '../storage/object-keys.ts';
import { isFinished } from '../domain/rendition-names.ts';
import { makeVideo, type Video } from '../media/video.ts';
import { type Made, pictureParts, processOriginal } from '../uploads/process-original.ts';
import { type Delivery, job } from './kit/job.ts';
import { getMedia } from '../table/media.ts';

/** Time kept for writing what was made, in milliseconds. */
const RESERVE_MS = 60_000;

/** Makes posters and playable renditions of videos. Delivering twice changes nothing. */
export const handler = job('process-video', async (delivery) => {
  const created = objectCreated.parse(delivery.body);
  const work = { ...delivery, edition: created.edition };
  for (const key of createdKeys(created)) {
    const item = itemOfOriginal(key);
    const media = item && (await getMedia(item.id));
    if (!media || isFinished(media, work.edition)) continue;
    await processOriginal(media, work, async ({ file, folder }) =>
      videoParts(
        await makeVideo({
          path: file,
          declaredType: media.mimeType,
          folder,
          budgetMs: budgetOf(delivery),
        }),
      ),
    );
  }
});

const budgetOf = ({ deadlineMs }: Delivery): number => Math.max(1000, deadlineMs - Date.now() - RESERVE_MS);

/** A video is shown by its poster, plays where it could be made playable, and is unsupported without both. */
function videoParts(video: Video): Made {
  const { poster, play, width = 0, height = 0, durationSeconds = null } = video;
  const still = poster && pictureParts(poster);
  if (!still && !play) return undefined;
  const facts = still?.facts ?? { ...NOTHING_KNOWN, renditions: [] };
  return {
    facts: { ...facts, width, height, durationSeconds, play: play?.name ?? null, signals: null },
    files: [
      ...(still?.files ?? []),
      ...(play ? [{ name: play.name, mime: play.mime, path: play.path }] : []),
    ],
  };
}

const NOTHING_KNOWN = { blur: null, color: null, perceptualHash: null };
