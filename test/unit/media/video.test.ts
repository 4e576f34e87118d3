import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readCaptureDate } from '../../../functions/media/capture-date.ts';
import { UndecodableMedia } from '../../../functions/media/undecodable.ts';
import { entropyOf } from '../../../functions/media/video-poster.ts';
import { transcodePlan } from '../../../functions/media/playable-video.ts';
import type { VideoFacts } from '../../../functions/media/video-probe.ts';
import { DECODE_MEMORY_BYTES, runVideoTool } from '../../../functions/media/video-tools.ts';
import { makeVideo } from '../../../functions/media/video.ts';
import type { Video } from '../../../functions/media/video.ts';
import { hasFfmpeg } from '../../fixtures/sample-video.ts';
import { box, mvhd, uint32 } from '../../fixtures/made-media.ts';
import { colorAt } from './made-pictures.ts';
import { film, made, newVideoPath, played, TIMEOUT, useVideoFolder, videoFolder } from './video-making.ts';

useVideoFolder();
afterEach(() => {
  vi.unstubAllEnvs();
});

const pictures = (size = '320x180', seconds = 1): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=${size}:d=${seconds}:r=25`,
];
const sound = (seconds = 1): string[] => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
const hurried = ['-deadline', 'realtime', '-cpu-used', '8'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** One that nothing is special about, for all tests that need any. */
let plain: string | undefined;
const plainFilm = (): string => (plain ??= film('plain.mp4', ...pictures(), ...h264));

const codeOf = (bytes: Buffer | string, declaredType = 'video/mp4'): Promise<unknown> => {
  const path = newVideoPath('hostile');
  writeFileSync(path, bytes);
  return made(path, declaredType).then(
    () => 'made',
    (error: unknown) => (error instanceof UndecodableMedia ? error.code : error),
  );
};
const poster = (video: Video): Buffer =>
  video.poster?.renditions.find(({ name }) => name === 'tile')?.bytes ?? Buffer.alloc(0);

/** What is left of the worker's 15 minutes for one file, and two hours of full HD. */
const WORKER_MS = 14 * 60_000;
const HOURS: VideoFacts = {
  width: 1920,
  height: 1080,
  isTurned: false,
  durationSeconds: 7200,
  framesPerSecond: 30,
  videoCodec: 'hevc',
  audioCodec: 'aac',
  pixelFormat: 'yuv420p',
  isHighDynamicRange: false,
  videoStream: 0,
  audioStream: 1,
};

describe.runIf(hasFfmpeg)('a video', () => {
  it(
    'of H.264 and AAC is copied, without its metadata',
    async () => {
      const tags = [
        'location=+52.5200+013.4050/',
        'com.apple.quicktime.location.ISO6709=+52.5200+013.4050/',
        'title=secret title',
        'make=secret maker',
        'creation_time=2024-05-06T07:08:09Z',
      ].flatMap((tag) => ['-metadata', tag]);
      const tracks = ['-timecode', '10:00:00:00', '-metadata:s:v:0', 'handler_name=secret handler'];
      const sources = [...pictures(), ...sound(), ...h264, '-c:a', 'aac'];
      const path = film('secret.mov', ...sources, ...tracks, ...tags, '-movflags', 'use_metadata_tags');
      const original = readFileSync(path);
      expect(
        ['+52.5200', 'secret title', 'tmcd', 'x264 - core'].filter((trace) => !original.includes(trace)),
      ).toEqual([]);
      const video = await made(path, 'video/quicktime');
      expect(video).toMatchObject({ width: 320, height: 180, videoCodec: 'h264', audioCodec: 'aac' });
      expect(video.play).toMatchObject({ name: 'play.mp4', mime: 'video/mp4', made: 'copied' });
      const { mime, facts, bytes } = await played(video);
      expect(bytes.length).toBe(video.play?.bytes);
      expect(mime).toBe('video/mp4');
      expect(facts).toMatchObject({ videoCodec: 'h264', audioCodec: 'aac', width: 320, height: 180 });
      expect(facts.durationSeconds).toBeCloseTo(1, 0);
      const traces = ['secret', '52.52', 'location', 'com.apple', '\xa9xyz', 'tmcd', 'x264 - core', '2024'];
      expect(traces.filter((trace) => bytes.includes(trace, 0, 'latin1'))).toEqual([]);
      expect(await readCaptureDate({ input: bytes, mime, now: new Date('2026-11-20') })).toBeUndefined();
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    },
    TIMEOUT,
  );

  it(
    'of VP9 and Opus is copied into WebM',
    async () => {
      const path = film(
        'a.webm',
        ...pictures('160x90'),
        ...sound(),
        '-c:v',
        'libvpx-vp9',
        ...hurried,
        '-c:a',
        'libopus',
        '-metadata',
        'title=secret',
      );
      const video = await made(path, 'video/webm');
      expect(video.play).toMatchObject({ name: 'play.webm', mime: 'video/webm', made: 'copied' });
      const { mime, facts, bytes } = await played(video);
      expect(mime).toBe('video/webm');
      expect(facts).toMatchObject({ videoCodec: 'vp9', audioCodec: 'opus' });
      expect(bytes.includes('secret')).toBe(false);
    },
    TIMEOUT,
  );

  it.each([
    ['Windows', 'w.wmv', 'video/x-ms-wmv', ['-c:v', 'wmv2', '-c:a', 'wmav2'], '320x180', [320, 180]],
    [
      'Theora, of an odd size,',
      't.ogg',
      'video/ogg',
      ['-c:v', 'libtheora', '-c:a', 'libvorbis'],
      '321x181',
      [320, 180],
    ],
    [
      'HEVC, as phones record,',
      'h.mp4',
      'video/mp4',
      ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'aac'],
      '320x180',
      [320, 180],
    ],
    [
      'more than full HD',
      'b.avi',
      'video/x-msvideo',
      ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
      '2560x144',
      [1920, 108],
    ],
    [
      '4:4:4 H.264, taller than full HD,',
      'c.mp4',
      'video/mp4',
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p', '-an'],
      '144x2560',
      [108, 1920],
    ],
  ])(
    'of %s is converted, with its sound if it has some',
    async (_name, name, mime, args, size, shown) => {
      // The other source makes odd sizes even.
      const source = ['-f', 'lavfi', '-i', `testsrc=s=${size}:d=0.12:r=25`];
      const video = await made(film(name, ...source, ...sound(0.12), ...args), mime);
      expect(video.play).toMatchObject({ name: 'play.mp4', made: 'transcoded' });
      expect(video.poster?.renditions).toHaveLength(3);
      const { facts } = await played(video);
      expect(facts).toMatchObject({ videoCodec: 'h264', pixelFormat: 'yuv420p' });
      expect(facts.audioCodec).toBe(args.includes('-an') ? undefined : 'aac');
      expect([facts.width, facts.height]).toEqual(shown);
    },
    TIMEOUT,
  );

  it(
    'is represented by a frame with something in it, upright where it is turned, and stays turned',
    async () => {
      // Black for the first 40 of 100: the frames at 10 and 30 show nothing.
      const black = [
        '-f',
        'lavfi',
        '-i',
        'color=black:s=320x180:d=2:r=25',
        '-f',
        'lavfi',
        '-i',
        'color=red:s=320x180:d=3:r=25',
      ];
      const upright = film(
        'leader.mp4',
        ...black,
        '-filter_complex',
        '[1]drawbox=w=160:c=white:t=fill[a];[0][a]concat',
        ...h264,
      );
      const path = film('turned.mp4', '-i', upright, '-c', 'copy', '-metadata:s:v:0', 'rotate=90');
      const video = await made(path);
      expect([video.width, video.height]).toEqual([180, 320]);
      expect(await sharp(poster(video)).metadata()).toMatchObject({ width: 180, height: 320 });
      // Turned against the clock: white, which is on the left as it is stored, is below.
      const [red, green] = await colorAt(poster(video), 0.25, 0.25);
      expect(red).toBeGreaterThan(200);
      expect(green).toBeLessThan(50);
      expect((await played(video)).facts).toMatchObject({ width: 180, height: 320, isTurned: true });
    },
    TIMEOUT,
  );

  it(
    'that fades in for half of its length is not represented by a dark frame, and sound that browsers do not know is converted',
    async () => {
      const fading = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:d=2:r=25,fade=in:0:45'];
      const path = film('fade.mov', ...fading, ...sound(), ...h264, '-c:a', 'pcm_s16le');
      const video = await made(path, 'video/quicktime');
      const [red = 0, green = 0, blue = 0] = (await sharp(poster(video)).stats()).channels.map(
        ({ mean }) => mean,
      );
      expect((red + green + blue) / 3).toBeGreaterThan(90);
      expect(video.play?.made).toBe('copied');
      expect((await played(video)).facts).toMatchObject({ videoCodec: 'h264', audioCodec: 'aac' });
    },
    TIMEOUT,
  );

  it(
    'of two hours that would have to be converted is shown by its poster, without trying',
    async () => {
      const second = film('second.avi', '-f', 'lavfi', '-i', 'color=gray:s=320x180:d=1:r=1', '-c:v', 'mjpeg');
      const path = film('long.avi', '-stream_loop', '7199', '-i', second, '-c', 'copy');
      const video = await made(path, 'video/x-msvideo', 10_000);
      expect(video.durationSeconds).toBeCloseTo(7200, 0);
      expect(video.poster?.renditions).toHaveLength(3);
      expect(video.play).toBeUndefined();
      // A recording as phones make them could not be done in the worker's whole time either.
      expect(transcodePlan(HOURS, WORKER_MS)).toBeUndefined();
      const { args = [] } = transcodePlan({ ...HOURS, durationSeconds: 120 }, WORKER_MS) ?? {};
      expect(args).toContainEqual(expect.stringMatching(/^scale=1920:1080,/));
    },
    TIMEOUT,
  );

  it(
    'of two hours that browsers play as it is is copied, and says when it was filmed if that is asked for, and nothing else',
    async () => {
      const gray = ['-f', 'lavfi', '-i', 'color=gray:s=64x36:d=7200:r=1/60'];
      const path = film('long.mp4', ...gray, ...h264, '-metadata', 'title=secret');
      const captured = { localTime: '2026-05-02T18:34:05', offsetMinutes: 120 };
      const task = { path, declaredType: 'video/mp4', folder: videoFolder(), budgetMs: 60_000, captured };
      const video = await makeVideo(task);
      expect(video.play?.made).toBe('copied');
      const { facts, mime, bytes } = await played(video);
      expect(facts.durationSeconds).toBeCloseTo(7200, 0);
      expect(await readCaptureDate({ input: bytes, mime, now: new Date() })).toMatchObject({
        localTime: '2026-05-02T16:34:05',
      });
      expect(bytes.includes('secret')).toBe(false);
    },
    TIMEOUT,
  );

  it(
    'that breaks off is played as far as it goes',
    async () => {
      const whole = readFileSync(film('stream.webm', ...pictures('160x90'), '-c:v', 'libvpx', ...hurried));
      const path = join(videoFolder(), 'half.webm');
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length / 2)));
      const video = await made(path, 'video/webm');
      expect(video.poster?.renditions).toHaveLength(3);
      expect((await played(video)).facts.videoCodec).toBe('vp8');
    },
    TIMEOUT,
  );

  it(
    'gives up when its time is over',
    async () => {
      await expect(made(plainFilm(), 'video/mp4', 1)).rejects.toMatchObject({ code: 'too-slow' });
    },
    TIMEOUT,
  );

  it(
    'without pictures is none',
    async () => {
      const path = film('sound.mp4', ...sound(), '-c:a', 'aac');
      await expect(made(path)).rejects.toMatchObject({ code: 'damaged' });
    },
    TIMEOUT,
  );

  it(
    'opens no other file, whatever it names',
    async () => {
      const other = plainFilm();
      expect(await codeOf(`#EXTM3U\n#EXTINF:1,\nfile:${other}\n#EXT-X-ENDLIST\n`)).toBe('wrong-type');
      expect(await codeOf(`ffconcat version 1.0\nfile '${other}'\n`)).toBe('wrong-type');
      // A film by its first bytes and a playlist by the rest is a film, and a broken one.
      const head = box('ftyp', 'isom\0\0\0\0isom');
      expect(await codeOf(Buffer.concat([head, Buffer.from(`\n#EXTM3U\n#EXTINF:1,\nfile:${other}\n`)]))).toBe(
        'damaged',
      );
    },
    TIMEOUT,
  );

  it.each<[string, Buffer]>([
    ['no index', Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('mdat', Buffer.alloc(9000))])],
    ['an index without tracks', Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('moov', mvhd(1))])],
    [
      'an index of nonsense',
      Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('moov', Buffer.alloc(5000, 0xa5))]),
    ],
    [
      'an index that claims a terabyte',
      Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), uint32(1), Buffer.from('moov'), uint32(256, 0)]),
    ],
    [
      'a thousand levels',
      Array.from({ length: 1000 }).reduce<Buffer>((inner) => box('trak', inner), Buffer.alloc(8)),
    ],
  ])(
    'with %s is damaged or none',
    async (_name, bytes) => {
      expect(['damaged', 'wrong-type']).toContain(await codeOf(bytes));
    },
    TIMEOUT,
  );
});

describe('files that are no video', () => {
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'video/mp4'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['a film of another kind', Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'), 'video/mp4'],
  ])('%s', async (_name, bytes, declaredType) => {
    expect(await codeOf(bytes, declaredType)).toBe('wrong-type');
  });
});

describe('a machine without ffmpeg', () => {
  it('says so, and does not fail', async () => {
    vi.stubEnv('FFPROBE_PATH', '/nowhere/ffprobe');
    const path = join(videoFolder(), 'any.mp4');
    writeFileSync(path, box('ftyp', 'isom\0\0\0\0isom'));
    expect(await made(path)).toEqual({ state: 'no-tool' });
  });

  it.runIf(hasFfmpeg)(
    'or with half of it makes what it can',
    async () => {
      const path = plainFilm();
      vi.stubEnv('FFMPEG_PATH', '/nowhere/ffmpeg');
      expect(await made(path)).toMatchObject({
        state: 'made',
        width: 320,
        height: 180,
        poster: undefined,
        play: undefined,
      });
    },
    TIMEOUT,
  );
});

it.runIf(hasFfmpeg)(
  'empty paths of the programs in the environment name those of the machine',
  async () => {
    vi.stubEnv('FFPROBE_PATH', '');
    vi.stubEnv('FFMPEG_PATH', '');
    const limits = { timeoutMs: TIMEOUT, memoryBytes: DECODE_MEMORY_BYTES, outputBytes: 1_000_000 };
    for (const tool of ['ffprobe', 'ffmpeg'] as const)
      expect(await runVideoTool(tool, ['-version'], limits)).toMatchObject({ ok: true });
  },
  TIMEOUT,
);

const frame = (data: number[]) =>
  ({ data: Buffer.from(data), width: data.length, height: 1, channels: 1 }) as const;

describe('the entropy of a frame', () => {
  it('is 0 for one shade and 8 for all of them', () => {
    expect(entropyOf(frame(Array(64).fill(7)))).toBe(0);
    expect(entropyOf(frame(Array.from({ length: 256 }, (_, value) => value)))).toBeCloseTo(8);
    expect(entropyOf(frame([0, 255]))).toBeCloseTo(1);
  });
});
