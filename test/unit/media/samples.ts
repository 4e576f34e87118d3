import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** Real photos and videos, where this checkout has them beside it; every suite also makes media of its own. */
export const samplesDir = fileURLToPath(new URL('../../../../shared/samples', import.meta.url));
export const hasSamples = existsSync(join(samplesDir, 'dates.json'));

export const samplePath = (name: string): string => join(samplesDir, name);
export const sample = (name: string): Buffer => readFileSync(samplePath(name));

/** All media files, by their path below the folder. */
export const sampleNames: string[] = hasSamples
  ? readdirSync(samplesDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(jpe?g|png|gif|webp|bmp|svg|mp4|mov|3gp|3g2|avi|wmv|webm|ogg)$/.test(name))
      .sort()
  : [];
