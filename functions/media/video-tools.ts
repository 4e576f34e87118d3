import { runLimited } from './child-process.ts';
import type { ChildResult } from './child-process.ts';

/** What one call of a video program may take. */
export type VideoLimits = {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
};

export type VideoTool = 'ffmpeg' | 'ffprobe';

/** Room for the decoder of a 4K phone video; encoders ask for more. */
export const DECODE_MEMORY_BYTES = 1_000_000_000;

/**
 * The one demuxer for a sniffed type. Named, so that a file cannot pass itself off as a playlist, which
 * would make the program open other files and addresses.
 */
const demuxers: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-ms-wmv': 'asf',
  'video/webm': 'matroska',
  'video/ogg': 'ogg',
};

// Decoders of what phones, cameras and screen recorders write. The hundreds of others exist for games and
// archives, and are where most of the program's security holes were found.
const decoders = [
  ['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'theora'],
  ['mpeg4', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'h263', 'h263i', 'h263p', 'flv', 'mpeg1video', 'mpeg2video'],
  ['mjpeg', 'dvvideo', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'prores', 'svq1', 'svq3', 'cinepak', 'rawvideo'],
  ['aac', 'aac_latm', 'mp3', 'mp3float', 'mp2', 'mp2float', 'ac3', 'eac3', 'opus', 'libopus', 'vorbis'],
  ['libvorbis', 'flac', 'alac', 'wmav1', 'wmav2', 'wmapro', 'amrnb', 'amrwb', 'libopencore_amrnb'],
  ['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le'],
  ['pcm_mulaw', 'pcm_alaw', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_ms', 'qdm2', 'qcelp', 'gsm_ms', 'speex'],
].flat();

/** The arguments that open a stranger's file and nothing else, to be put directly before the output's. */
export function inputArguments({ path, mime }: { path: string; mime: string }): string[] {
  return [
    ['-protocol_whitelist', 'file,pipe'],
    ['-codec_whitelist', decoders.join(',')],
    ['-f', demuxers[mime] ?? 'mov'],
    ['-i', `file:${path}`],
  ].flat();
}

/**
 * Runs ffmpeg or ffprobe, from `FFMPEG_PATH` or `FFPROBE_PATH`, or else from the PATH: the only place that
 * starts either. Never rejects; a machine without the program answers with the reason `missing`.
 */
export function runVideoTool(
  tool: VideoTool,
  args: readonly string[],
  limits: VideoLimits,
): Promise<ChildResult> {
  const configured = tool === 'ffmpeg' ? process.env['FFMPEG_PATH'] : process.env['FFPROBE_PATH'];
  const quiet = tool === 'ffmpeg' ? ['-hide_banner', '-nostdin', '-y'] : ['-hide_banner'];
  return runLimited({
    command: configured === undefined || configured === '' ? tool : configured,
    args: [...quiet, '-v', 'error', ...args],
    // On one machine pictures, which take moments, come first.
    priority: 10,
    ...limits,
  });
}
