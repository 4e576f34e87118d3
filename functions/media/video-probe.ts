import * as z from 'zod/mini';
import { UndecodableMedia } from './undecodable.ts';
import { DECODE_MEMORY_BYTES, inputArguments, runVideoTool } from './video-tools.ts';

export type VideoFacts = {
  /** As it is shown: rotation applied, pixels made square. */
  readonly width: number;
  readonly height: number;
  /** Whether a player has to turn the picture. */
  readonly isTurned: boolean;
  /** Unknown for some recordings that were never finished. */
  readonly durationSeconds: number | undefined;
  readonly framesPerSecond: number;
  readonly videoCodec: string;
  readonly audioCodec: string | undefined;
  readonly pixelFormat: string;
  readonly isHighDynamicRange: boolean;
  /** Positions of the streams in the file. */
  readonly videoStream: number;
  readonly audioStream: number | undefined;
};

const PROBE_OUTPUT_BYTES = 2_000_000;
const MAX_SIDE = 16_384;

const text = z._default(z.string(), '');
const streamSchema = z.object({
  index: z.number(),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  pix_fmt: text,
  width: z._default(z.number(), 0),
  height: z._default(z.number(), 0),
  sample_aspect_ratio: text,
  avg_frame_rate: text,
  r_frame_rate: text,
  color_transfer: text,
  duration: text,
  disposition: z.optional(z.object({ attached_pic: z._default(z.number(), 0) })),
  side_data_list: z._default(z.array(z.object({ rotation: z.optional(z.number()) })), []),
});
const reportSchema = z.object({
  streams: z._default(z.array(streamSchema), []),
  format: z.optional(z.object({ duration: text })),
});
type Stream = z.infer<typeof streamSchema>;

const wantedEntries = [
  'format=duration',
  'stream=index,codec_type,codec_name,pix_fmt,width,height,sample_aspect_ratio,avg_frame_rate,r_frame_rate,color_transfer,duration',
  'stream_side_data=rotation',
  'stream_disposition=attached_pic',
].join(':');

/**
 * What is in a video file. `mime` is the sniffed type. Answers `missing` if there is no ffprobe on this
 * machine. Throws `UndecodableMedia` for a file without a readable video stream.
 */
export async function probeVideo(
  file: { path: string; mime: string },
  { timeoutMs }: { timeoutMs: number },
): Promise<VideoFacts | 'missing'> {
  const args = ['-print_format', 'json', '-show_entries', wantedEntries, ...inputArguments(file)];
  const limits = { timeoutMs, memoryBytes: DECODE_MEMORY_BYTES, outputBytes: PROBE_OUTPUT_BYTES };
  const result = await runVideoTool('ffprobe', args, limits);
  if (!result.ok && result.reason === 'missing') return 'missing';
  if (!result.ok) {
    throw new UndecodableMedia(result.reason === 'timeout' ? 'too-slow' : 'damaged', {
      cause: new Error(result.stderr),
    });
  }
  const report = reportSchema.parse(JSON.parse(result.stdout.toString('utf8')));
  // A picture that a music player would show as the cover is not a video.
  const video = report.streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  const audio = report.streams.find(
    (stream) => stream.codec_type === 'audio' && stream.codec_name !== undefined,
  );
  if (video?.codec_name === undefined || video.width < 1 || video.height < 1)
    throw new UndecodableMedia('damaged');
  return {
    ...shownSize(video),
    durationSeconds: seconds(report.format?.duration) ?? seconds(video.duration),
    framesPerSecond: Math.min(240, ratio(video.avg_frame_rate) ?? ratio(video.r_frame_rate) ?? 30),
    videoCodec: video.codec_name,
    audioCodec: audio?.codec_name,
    pixelFormat: video.pix_fmt,
    isHighDynamicRange: /^(smpte2084|arib-std-b67)$/.test(video.color_transfer),
    videoStream: video.index,
    audioStream: audio?.index,
  };
}

function shownSize(stream: Stream): { width: number; height: number; isTurned: boolean } {
  const aspect = ratio(stream.sample_aspect_ratio) ?? 1;
  const isSane = aspect > 0.1 && aspect < 10;
  const width = Math.round(stream.width * (isSane ? aspect : 1));
  if (width > MAX_SIDE || stream.height > MAX_SIDE) throw new UndecodableMedia('too-large');
  const turn = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const quarters = Math.abs(Math.round(turn / 90));
  const upright = { width, height: stream.height, isTurned: quarters !== 0 };
  return quarters % 2 === 0 ? upright : { ...upright, width: stream.height, height: width };
}

/** `30000/1001` or `16:11` as a number; undefined for the unknown 0/0 and 0:1. */
function ratio(value: string): number | undefined {
  const [top = 0, bottom = 0] = value.split(/[/:]/).map(Number);
  const result = top / bottom;
  return Number.isFinite(result) && result > 0 ? result : undefined;
}

function seconds(value: string | undefined): number | undefined {
  const number = Number(value === '' ? Number.NaN : value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
