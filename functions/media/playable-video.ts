import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { instantOf, type WallTime } from './date-text.ts';
import { boxed, pictureFilters } from './video-poster.ts';
import type { VideoFacts } from './video-probe.ts';
import { DECODE_MEMORY_BYTES, inputArguments, runVideoTool } from './video-tools.ts';

export type PlayableName = 'play.mp4' | 'play.webm';

export type Playable = {
  readonly name: PlayableName;
  readonly mime: 'video/mp4' | 'video/webm';
  /** In the folder that was handed in. */
  readonly path: string;
  readonly bytes: number;
  readonly made: 'copied' | 'transcoded';
};

type Plan = {
  readonly name: PlayableName;
  readonly made: Playable['made'];
  readonly args: readonly string[];
};

const MAX_OUTPUT_BYTES = 200 * 1_048_576;
export const ENCODE_MEMORY_BYTES = 2_000_000_000;
const FULL_HD = 1920;
const HD = 1280;
/** Pixels a second that a worker decodes and encodes: 31 million were measured on two busy cores. */
const PIXELS_PER_SECOND = 20_000_000;

/**
 * The rendition that browsers play, without any metadata but its date if that is given: the streams themselves if browsers know the codecs,
 * or else H.264 and AAC of at most 1080p, within the time that is left; undefined if neither can be made.
 * Written to `folder`.
 */
export async function makePlayable(
  file: { path: string; mime: string },
  {
    facts,
    folder,
    captured,
    deadline,
  }: { facts: VideoFacts; folder: string; captured: WallTime | undefined; deadline: () => number },
): Promise<Playable | undefined> {
  for (const plan of [copyPlan(facts), transcodePlan(facts, deadline())]) {
    if (plan === undefined) continue;
    const path = join(folder, plan.name);
    const args = [
      ...inputArguments(file),
      ...plan.args,
      ...withoutMetadata,
      ...dated(captured),
      `file:${path}`,
    ];
    const result = await runVideoTool('ffmpeg', args, {
      timeoutMs: deadline(),
      memoryBytes: plan.made === 'copied' ? DECODE_MEMORY_BYTES : ENCODE_MEMORY_BYTES,
      outputBytes: MAX_OUTPUT_BYTES,
    });
    const bytes = result.ok ? (await stat(path)).size : 0;
    if (bytes > 0) {
      const mime = plan.name === 'play.mp4' ? 'video/mp4' : 'video/webm';
      return { name: plan.name, mime, path, bytes, made: plan.made };
    }
    await rm(path, { force: true });
  }
  return undefined;
}

// Neither the file's tags nor those of its streams, chapters, subtitles, time codes or sensor tracks; and
// none of the program's own.
const withoutMetadata = [
  ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'],
  ['-dn', '-sn', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
  ['-write_tmcd', '0', '-max_muxing_queue_size', '1024'],
].flat();

const dated = (captured: WallTime | undefined): string[] =>
  captured ? ['-metadata', `creation_time=${instantOf(captured).toISOString()}`] : [];

const streams = ({ videoStream, audioStream }: VideoFacts): string[] => [
  '-map',
  `0:${videoStream}`,
  ...(audioStream === undefined ? [] : ['-map', `0:${audioStream}`]),
];

const aac = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'];
const mp4 = ['-movflags', '+faststart', '-f', 'mp4'];

/**
 * Undefined if browsers do not play the video stream as it is. Other audio codecs are converted in either
 * case.
 */
function copyPlan(facts: VideoFacts): Plan | undefined {
  const { videoCodec, audioCodec, pixelFormat, isTurned } = facts;
  const isPlain = pixelFormat === 'yuv420p' || pixelFormat === 'yuvj420p';
  if (videoCodec === 'h264' && isPlain) {
    const audio = audioCodec === 'aac' ? ['-c:a', 'copy'] : aac;
    // Supplemental messages (type 6) are where cameras put the place and the time of each frame.
    const video = ['-c:v', 'copy', '-bsf:v', 'filter_units=remove_types=6'];
    return { name: 'play.mp4', made: 'copied', args: [...streams(facts), ...video, ...audio, ...mp4] };
  }
  // WebM has no place for a rotation.
  if (['vp8', 'vp9', 'av1'].includes(videoCodec) && isPlain && !isTurned) {
    const audio =
      audioCodec === 'opus' || audioCodec === 'vorbis'
        ? ['-c:a', 'copy']
        : ['-c:a', 'libopus', '-b:a', '96k'];
    return {
      name: 'play.webm',
      made: 'copied',
      args: [...streams(facts), '-c:v', 'copy', ...audio, '-f', 'webm'],
    };
  }
  return undefined;
}

/** Undefined if even the small size would certainly not be done in time. */
export function transcodePlan(facts: VideoFacts, timeoutMs: number): Plan | undefined {
  const affordable = (timeoutMs / 1000) * PIXELS_PER_SECOND;
  const frames = (facts.durationSeconds ?? 60) * Math.min(60, facts.framesPerSecond);
  const size = [FULL_HD, HD]
    .map((box) => boxed(facts, box))
    .find(({ width, height }) => width * height * frames <= affordable);
  if (size === undefined) return undefined;
  // The encoder requires even numbers.
  const even = { width: Math.max(2, size.width & ~1), height: Math.max(2, size.height & ~1) };
  const video = [
    ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '6M', '-bufsize', '12M'],
    ['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-fpsmax', '60', '-threads', '2'],
    ['-vf', pictureFilters(facts, even)],
  ].flat();
  return { name: 'play.mp4', made: 'transcoded', args: [...streams(facts), ...video, ...aac, ...mp4] };
}
