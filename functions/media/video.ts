import { SNIFF_BYTES, sniffMediaType, typesAgree } from './sniff.ts';
import { withFileSource } from './byte-source.ts';
import type { WallTime } from './date-text.ts';
import type { Picture } from './picture.ts';
import { UndecodableMedia } from './undecodable.ts';
import { makePlayable } from './playable-video.ts';
import type { Playable } from './playable-video.ts';
import { makePoster } from './video-poster.ts';
import { probeVideo } from './video-probe.ts';

export type Video = {
  /** `no-tool`: this machine has no ffmpeg, so nothing is known and nothing was made. */
  readonly state: 'made' | 'no-tool';
  /** As it is shown: rotation applied, pixels made square. */
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number | undefined;
  readonly videoCodec?: string;
  readonly audioCodec?: string | undefined;
  /**
   * Still renditions and facts of the frame that represents the video; missing if no frame could be decoded.
   */
  readonly poster?: Picture | undefined;
  /** Missing if the video cannot be made playable in time: it is then shown by its poster. */
  readonly play?: Playable | undefined;
};

const PROBE_TIMEOUT_MS = 20_000;
const FRAME_TIMEOUT_MS = 30_000;

/**
 * Makes all that the product shows and knows of an uploaded video. `path` is the file, `folder` an existing
 * one for the playable rendition, `budgetMs` the time for everything together, `monotonic` a clock in
 * milliseconds. The capture date comes from `readCaptureDate`, which needs no tool. Throws `UndecodableMedia`
 * for a file that no retry helps.
 */
export async function makeVideo({
  path,
  declaredType,
  folder,
  budgetMs,
  captured,
  needsStandIn = false,
  monotonic = () => performance.now(),
}: {
  path: string;
  declaredType: string;
  folder: string;
  budgetMs: number;
  /** What its playable rendition says of when it was filmed: nothing without it. */
  captured?: WallTime | undefined;
  needsStandIn?: boolean;
  monotonic?: () => number;
}): Promise<Video> {
  const end = monotonic() + budgetMs;
  const within = (most: number) => (): number => Math.max(1, Math.min(most, end - monotonic()));
  const mime = sniffMediaType(await withFileSource(path, (source) => source.read(0, SNIFF_BYTES)));
  if (!typesAgree(declaredType, mime) || mime?.startsWith('video/') !== true)
    throw new UndecodableMedia('wrong-type');
  const file = { path, mime };
  const facts = await probeVideo(file, { timeoutMs: within(PROBE_TIMEOUT_MS)() });
  if (facts === 'missing') return { state: 'no-tool' };
  const poster = await makePoster(file, {
    facts,
    needsStandIn,
    deadline: within(FRAME_TIMEOUT_MS),
  });
  const play = await makePlayable(file, { facts, folder, captured, deadline: within(budgetMs) });
  const { width, height, durationSeconds, videoCodec, audioCodec } = facts;
  return { state: 'made', width, height, durationSeconds, videoCodec, audioCodec, poster, play };
}
