import { afterEach, expect, it, vi } from 'vitest';
import { fetchFile, fileNameOf, FileTooLarge } from '../../../web/src/lib/fetch-file.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (body: BodyInit, init: ResponseInit = {}) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));

const { signal } = new AbortController();

it('a file has the server’s name and type, and is counted while it comes', async () => {
  answer('twelve bytes', {
    headers: {
      'content-length': '12',
      'content-type': 'image/jpeg; q=1',
      'content-disposition': `attachment; filename="a_.jpg"; filename*=UTF-8''2026-05-02%20%C3%A9.jpg`,
    },
  });
  const onProgress = vi.fn<(share: number | undefined) => void>();
  const file = await fetchFile('/file', { signal, maxBytes: 12, onProgress });
  expect([file.name, file.type, await file.text()]).toEqual([
    '2026-05-02 é.jpg',
    'image/jpeg',
    'twelve bytes',
  ]);
  expect(onProgress).toHaveBeenLastCalledWith(1);
});

it.each([
  ['said', { 'content-length': '12' }],
  ['not said', {}],
])('a file that is too large is refused, its size being %s', async (_, headers) => {
  answer('twelve bytes', { headers });
  await expect(fetchFile('/file', { signal, maxBytes: 11 })).rejects.toThrow(FileTooLarge);
});

it('a refusal is an error without the guest’s token', async () => {
  answer('', { status: 404 });
  const refused = fetchFile('/file?token=secret', { signal, maxBytes: 1 });
  await expect(refused).rejects.toThrow('404: /file');
  await expect(refused).rejects.not.toThrow('secret');
});

it.each([
  [null, 'download'],
  ['attachment', 'download'],
  [`attachment; filename*=UTF-8''%E0%A4`, 'download'],
  [`attachment; filename*=UTF-8''a%3Bb.jpg; x=y`, 'a;b.jpg'],
])('the name in %j is %s', (disposition, name) => expect(fileNameOf(disposition)).toBe(name));
