/**
 * What one photo costs: this project's picture pipeline beside vipsthumbnail and ImageMagick, which make the
 * same three sizes of the same files, and beside a floor (a scaled JPEG decode and one JPEG encode). All in
 * CPU seconds and peak memory, medians of interleaved rounds. Then, in the running product, how long a photo
 * takes from its upload to being seen, and how many a minute go through the queue. Needs libvips-tools,
 * imagemagick, libjpeg-turbo-progs and GNU time.
 *
 *   npm run bench:media -- [rounds] [file…]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readCaptureDate } from '../../functions/media/capture-date.ts';
import { hashContent } from '../../functions/media/content-hash.ts';
import { makePicture } from '../../functions/media/picture.ts';
import sharp from '../../functions/media/sharp-settings.ts';
import { reportQueue } from './media-queue.ts';

type Cost = { seconds: number; megabytes: number };
type Method = { name: string; measure: (file: string) => Promise<Cost> };

const samples = fileURLToPath(new URL('../../../shared/samples/', import.meta.url));
const usualFiles = [
  'album/book-beside-flowers.jpg',
  'album/craft-beer.jpg',
  'album/japanese-shop.jpg',
  'album/handwritten-notes.jpg',
  'dates/HMD_Nokia_8.3_5G.jpg',
  'photos/2569067123_aca715a2ee_o.jpg',
].map((name) => join(samples, name));

/** Serves one file per line: everything that the worker computes for an upload, in one warm process. */
async function serve(): Promise<void> {
  for await (const file of createInterface({ input: process.stdin })) {
    const before = process.cpuUsage();
    await makePicture({ input: file, declaredType: 'image/jpeg' });
    await readCaptureDate({ input: file, mime: 'image/jpeg', now: new Date() });
    await hashContent(file);
    const { user, system } = process.cpuUsage(before);
    const megabytes = process.resourceUsage().maxRSS / 1024;
    process.stdout.write(`${JSON.stringify({ seconds: (user + system) / 1e6, megabytes })}\n`);
  }
}

function startOurs(): Method & { stop: () => void } {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve'], {
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    name: 'ours, with date, hashes and placeholder',
    measure: async (file) => {
      child.stdin.write(`${file}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`No answer for ${file}`);
      return JSON.parse(value) as Cost;
    },
    stop: () => child.stdin.end(),
  };
}

/**
 * Runs a shell line and answers its CPU seconds with those of its children, from bash in milliseconds (GNU
 * time cuts them off at hundredths), and the memory of its largest process, from GNU time.
 */
function timed(line: string): Promise<Cost> {
  const script = `TIMEFORMAT='%3U %3S'; time /usr/bin/time -f %M sh -c "$0"`;
  const { status, stderr } = spawnSync('bash', ['-c', script, line], { encoding: 'utf8' });
  const [memory = '0', cpu = '0 0'] = stderr.trim().split('\n').slice(-2);
  if (status !== 0) throw new Error(`${line}: ${stderr}`);
  const [user = 0, system = 0] = cpu.split(' ').map(Number);
  return Promise.resolve({ seconds: user + system, megabytes: Number(memory) / 1024 });
}

function rivals(folder: string): Method[] {
  const out = (name: string): string => join(folder, name);
  const vips = (suffix: string) => (file: string) =>
    timed(
      [320, 800, 1600]
        .map((size) => `vipsthumbnail '${file}' -s ${size} -o '${out(`v${size}`)}${suffix}'`)
        .join(' && '),
    );
  const magick = (file: string): Promise<Cost> => {
    const sizes = [1600, 800, 320].map(
      (size) => `-resize '${size}x${size}>' -quality 80 -write '${out(`m${size}.webp`)}'`,
    );
    return timed(`convert '${file}' -auto-orient -strip -define webp:method=2 ${sizes.join(' ')} null:`);
  };
  return [
    { name: 'vipsthumbnail, WebP', measure: vips('.webp[Q=80,effort=2,strip]') },
    { name: 'vipsthumbnail, JPEG', measure: vips('.jpg[Q=80,strip]') },
    { name: 'ImageMagick, WebP', measure: magick },
    {
      name: 'floor: djpeg -scale 1/2, cjpeg',
      measure: (file) => timed(`djpeg -scale 1/2 '${file}' | cjpeg -quality 80 > '${out('floor.jpg')}'`),
    },
  ];
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A photo-like JPEG of 12 megapixels, for a checkout without the real ones. */
async function madePhoto(folder: string): Promise<string> {
  const path = join(folder, 'made.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 1000, height: 750, channels: 3, background: '#888', noise } as const;
  const pixels = await sharp({ create }).raw().toBuffer();
  const photo = sharp(pixels, { raw: { width: 1000, height: 750, channels: 3 } }).resize(4000, 3000);
  writeFileSync(path, await photo.jpeg({ quality: 90 }).toBuffer());
  return path;
}

async function run(): Promise<void> {
  const [rounds = 7, ...named] = process.argv.slice(2).map((word, at) => (at === 0 ? Number(word) : word));
  const folder = mkdtempSync(join(tmpdir(), 'bench-media-'));
  const found = (named.length > 0 ? named.map(String) : usualFiles).filter((file) => existsSync(file));
  const files = found.length > 0 ? found : [await madePhoto(folder)];
  const ours = startOurs();
  const methods: Method[] = [ours, ...rivals(folder)];
  const costs = new Map<string, Cost[]>();
  const key = (method: Method, file: string): string => `${method.name}\n${file}`;
  for (const file of files) await ours.measure(file);
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const file of files) {
      for (const method of methods) {
        const cost = await method.measure(file);
        costs.set(key(method, file), [...(costs.get(key(method, file)) ?? []), cost]);
      }
    }
  }
  ours.stop();
  const seconds = (method: Method, file: string): number =>
    median((costs.get(key(method, file)) ?? []).map((cost) => cost.seconds));
  report({ methods, files, seconds, costs: [...costs] });
  await reportQueue(files);
  rmSync(folder, { recursive: true });
}

const write = (line: string): void => void process.stdout.write(`${line}\n`);

function report({
  methods,
  files,
  seconds,
  costs,
}: {
  methods: Method[];
  files: string[];
  seconds: (method: Method, file: string) => number;
  costs: [string, Cost[]][];
}): void {
  const model = cpus()[0]?.model ?? 'unknown CPU';
  write(
    `${model}, ${cpus().length} cores, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  write(
    `${files.length} photos: ${files.map((file) => `${basename(file)} ${(statSync(file).size / 1e6).toFixed(1)} MB`).join(', ')}`,
  );
  const means = methods.map(
    (method) => files.reduce((sum, file) => sum + seconds(method, file), 0) / files.length,
  );
  methods.forEach((method, at) => {
    const peak = Math.max(
      ...costs
        .filter(([name]) => name.startsWith(`${method.name}\n`))
        .flatMap(([, list]) => list.map((cost) => cost.megabytes)),
    );
    const each = files.map((file) => seconds(method, file).toFixed(2)).join(' ');
    write(
      `${method.name.padEnd(42)} ${(means[at] ?? 0).toFixed(3)} CPU s a photo (${each}), peak ${peak.toFixed(0)} MB`,
    );
  });
  const [own = 0, webp = 0, jpeg = 0, magick = 0, floor = 0] = means;
  const ratio = (name: string, value: number, target?: number): void =>
    write(
      `ours / ${name}: ${value.toFixed(2)}${target === undefined ? '' : ` (target ${target}: ${value <= target ? 'met' : 'MISSED'})`}`,
    );
  ratio('vipsthumbnail, WebP', own / webp, 0.6);
  ratio('vipsthumbnail, JPEG', own / jpeg, 0.6);
  ratio('ImageMagick', own / magick);
  ratio('floor', own / floor, 3.2);
}

await (process.argv[2] === '--serve' ? serve() : run());
