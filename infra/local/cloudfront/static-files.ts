import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { cacheControlOf } from '../../edge/website-cache-control.ts';
import { compress, type Encoding } from './compression.ts';

export type StaticFile = {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly lastModified: Date;
  /** Quoted MD5, as S3 makes it. */
  readonly etag: string;
  readonly body: Buffer;
  /** The compressed body; made once. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer>;
};

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'text/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * The web build as a bucket: a key exists or it does not.
 * @returns a reader that takes a path as sent, with its leading slash; undefined if there is no such file
 */
export function createStaticFiles(webDir: string) {
  const kept = new Map<string, { version: string; file: StaticFile }>();
  return async (uri: string): Promise<StaticFile | undefined> => {
    const key = keyOf(uri);
    if (key === undefined) return undefined;
    const source = path.join(webDir, key);
    const facts = await stat(source).catch(() => undefined);
    if (!facts?.isFile()) {
      kept.delete(key);
      return undefined;
    }
    const version = `${facts.mtimeMs}-${facts.size}`;
    const known = kept.get(key);
    if (known?.version === version) return known.file;
    const body = await readFile(source);
    const contentType = contentTypes[path.extname(key)] ?? 'application/octet-stream';
    const file = describe({ key, contentType, body, lastModified: facts.mtime });
    kept.set(key, { version, file });
    return file;
  };
}

/** @returns undefined for what is no key of the build: path traversal, hidden files, malformed encoding */
function keyOf(uri: string): string | undefined {
  try {
    const key = decodeURIComponent(uri.slice(1));
    const odd = key === '' || key.includes('\0') || key.includes('\\');
    return odd || key.split('/').some((segment) => segment === '' || segment.startsWith('.'))
      ? undefined
      : key;
  } catch {
    return undefined;
  }
}

type Content = { key: string; contentType: string; body: Buffer; lastModified: Date };

function describe({ key, contentType, body, lastModified }: Content): StaticFile {
  const encodings = new Map<Encoding, Promise<Buffer>>();
  return {
    contentType,
    cacheControl: cacheControlOf(key),
    lastModified,
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    body,
    encoded: (encoding) => {
      const made = encodings.get(encoding) ?? compress(body, encoding);
      encodings.set(encoding, made);
      return made;
    },
  };
}
