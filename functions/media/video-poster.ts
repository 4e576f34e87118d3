import { makeStill } from './picture.ts';
import { RENDITION_BOXES } from './rendition-sizes.ts';
import type { Picture } from './picture.ts';
import { luma } from './raw-picture.ts';
import type { RawPicture } from './raw-picture.ts';
import type { VideoFacts } from './video-probe.ts';
import { DECODE_MEMORY_BYTES, inputArguments, runVideoTool } from './video-tools.ts';

const SHARES_OF_LENGTH = [0.1, 0.3, 0.5, 0.8];
/** If the length is unknown; any video with a frame has a first one. */
const BLIND_SECONDS = [1, 0];

/**
 * The picture that represents a video: of the frames at 10, 30, 50 and 80 % of its length the one with the
 * most in it, since a fixed second is often a black leader, and half of a short clip may be fading in. Undefined if no frame can be decoded in time.
 */
export async function makePoster(
  file: { path: string; mime: string },
  { facts, needsStandIn, deadline }: { facts: VideoFacts; needsStandIn: boolean; deadline: () => number },
): Promise<Picture | undefined> {
  const { durationSeconds } = facts;
  const seconds =
    durationSeconds === undefined ? BLIND_SECONDS : SHARES_OF_LENGTH.map((share) => share * durationSeconds);
  let best: { frame: RawPicture; entropy: number } | undefined;
  for (const atSeconds of new Set([...seconds, 0])) {
    if (atSeconds === 0 && best !== undefined) break;
    const frame = await frameAt(file, { facts, atSeconds, timeoutMs: deadline() });
    if (frame === undefined) continue;
    const entropy = entropyOf(frame);
    if (best === undefined || entropy > best.entropy) best = { frame, entropy };
  }
  if (best === undefined) return undefined;
  const { width, height } = facts;
  return makeStill({ raw: best.frame, width, height, frames: 1, damaged: false }, { needsStandIn });
}

type Wanted = { facts: VideoFacts; atSeconds: number; timeoutMs: number };

async function frameAt(
  file: { path: string; mime: string },
  { facts, atSeconds, timeoutMs }: Wanted,
): Promise<RawPicture | undefined> {
  const { width, height } = boxed(facts, RENDITION_BOXES.screen);
  const bytes = width * height * 3;
  const args = [
    ['-threads', '2', '-ss', atSeconds.toFixed(3)],
    inputArguments(file),
    ['-map', `0:${facts.videoStream}`, '-frames:v', '1', '-vf', pictureFilters(facts, { width, height })],
    ['-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
  ].flat();
  const result = await runVideoTool('ffmpeg', args, {
    timeoutMs,
    memoryBytes: DECODE_MEMORY_BYTES,
    outputBytes: bytes + 1,
  });
  if (!result.ok || result.stdout.length !== bytes) return undefined;
  return { data: result.stdout, width, height, channels: 3 };
}

/** The size in a box, never enlarged, of at least one pixel. */
export function boxed(
  { width, height }: { width: number; height: number },
  box: number,
): { width: number; height: number } {
  const scale = Math.min(1, box / width, box / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Scales to square pixels and, for HDR recordings, which look washed out on an ordinary screen, adds the
 * usual tone mapping to BT.709.
 */
export function pictureFilters(
  facts: VideoFacts,
  { width, height }: { width: number; height: number },
): string {
  const scale = `scale=${width}:${height},setsar=1`;
  if (!facts.isHighDynamicRange) return scale;
  const linear = 'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709';
  return `${scale},${linear},tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p`;
}

/** Shannon entropy of the brightness in bits, 0 (one shade) to 8. */
export function entropyOf(frame: RawPicture): number {
  const bright = luma(frame);
  const counts = new Float64Array(256);
  for (const value of bright) counts[value] = (counts[value] ?? 0) + 1;
  return counts.reduce((sum, count) => {
    const share = count / bright.length;
    return share === 0 ? sum : sum - share * Math.log2(share);
  }, 0);
}
