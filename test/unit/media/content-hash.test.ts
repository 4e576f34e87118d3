import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashContent } from '../../../functions/media/content-hash.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hash-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('hash, checksum and length in one pass', () => {
  it('know the check value of the CRC-32 catalogue', async () => {
    const hash = await hashContent(Readable.from([Buffer.from('1234'), Buffer.from('56789')]));
    expect(hash.crc32).toBe(0xcbf43926);
    expect(hash.bytes).toBe(9);
    expect(hash.sha256).toBe('15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225');
  });

  it('read a file in pieces', async () => {
    const content = Buffer.alloc(5_000_000, 'gallery');
    const path = join(folder, 'file');
    writeFileSync(path, content);
    expect(await hashContent(path)).toEqual({
      ...(await hashContent(Readable.from([content]))),
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
    });
  });

  it('take nothing for something empty', async () => {
    expect(await hashContent(Readable.from([]))).toMatchObject({ crc32: 0, bytes: 0 });
  });

  it('reject for a file that is not there', async () => {
    await expect(hashContent(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});
