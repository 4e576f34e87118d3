import { describe, expect, it } from 'vitest';
import { sniffMediaType, typesAgree } from '../../../functions/media/sniff.ts';
import { mediaTypeOfFile } from '../../../shared/values/media-types.ts';
import { hasSamples, sample, sampleNames } from '../../fixtures/sample-files.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const ftyp = (major: string, ...compatible: string[]): Uint8Array => {
  const body = `ftyp${major}\0\0\0\0${compatible.join('')}`;
  return bytes([0, 0, 0, 4 + body.length], body, [0, 0, 0, 8], 'free');
};

const ebml = (docType: string): Uint8Array =>
  bytes('\x1a\x45\xdf\xa3', [0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 | docType.length], docType);

const oggPage = (body: string): Uint8Array =>
  bytes('OggS', [0, 2], Array(20).fill(0), [1, body.length], body);

const bmp = (dibHeader: number): Uint8Array => bytes('BM', Array(12).fill(0), [dibHeader], Array(60).fill(0));

describe('accepted types by their first bytes', () => {
  it.each<[string, string, Uint8Array]>([
    ['jpeg', 'image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF')],
    [
      'html inside a jpeg',
      'image/jpeg',
      bytes([0xff, 0xd8, 0xff, 0xfe, 0, 40], '<html><script>alert(1)</script>'),
    ],
    ['png', 'image/png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['png with 100 kB of text first', 'image/png', bytes('\x89PNG\r\n\x1a\n', 'x'.repeat(100_000))],
    ['gif 87', 'image/gif', bytes('GIF87a\x01\0\x01\0')],
    ['gif 89', 'image/gif', bytes('GIF89a\x01\0\x01\0')],
    ['webp', 'image/webp', bytes('RIFF\x10\0\0\0WEBPVP8 ')],
    ['bmp, Windows', 'image/bmp', bmp(40)],
    ['bmp, OS/2', 'image/bmp', bmp(12)],
    ['bmp, V5', 'image/bmp', bmp(124)],
    ['avi', 'video/x-msvideo', bytes('RIFF\x10\0\0\0AVI LIST')],
    [
      'wmv',
      'video/x-ms-wmv',
      bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c, 9]),
    ],
    ['webm', 'video/webm', ebml('webm')],
    ['ogg theora', 'video/ogg', oggPage('\x80theora\x03\x02\x01')],
    [
      'ogg theora behind a skeleton and sound',
      'video/ogg',
      bytes(...[oggPage('fishead\0'), oggPage('\x01vorbis'), oggPage('\x80theora')].map((page) => [...page])),
    ],
    ['mp4, isom', 'video/mp4', ftyp('isom', 'iso2', 'avc1', 'mp41')],
    ['mp4 of an older Android', 'video/mp4', ftyp('isom', '3gp4')],
    ['mp4, mp42', 'video/mp4', ftyp('mp42', 'isom')],
    ['mp4, iTunes', 'video/mp4', ftyp('M4V ', 'isom')],
    ['mp4, a camera brand with a known one behind it', 'video/mp4', ftyp('CAEP', 'mp42')],
    ['mov', 'video/quicktime', ftyp('qt  ')],
    [
      'mov without a brand',
      'video/quicktime',
      bytes([0, 0, 0, 8], 'wide', [0, 1, 0, 0], 'mdat', 'x'.repeat(40)),
    ],
    ['mov beginning with its index', 'video/quicktime', bytes([0, 1, 0, 0], 'moov', [0, 0, 0, 108], 'mvhd')],
    ['3gp', 'video/3gpp', ftyp('3gp4', 'isom')],
    ['3gp, streaming', 'video/3gpp', ftyp('3gs7')],
    ['3g2', 'video/3gpp2', ftyp('3g2a', '3gp4')],
    ['svg', 'image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['svg, byte order mark', 'image/svg+xml', bytes('\xef\xbb\xbf<svg/>')],
    ['svg, namespace prefix', 'image/svg+xml', bytes('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')],
    [
      'svg, all that may stand before it',
      'image/svg+xml',
      bytes(
        '<?xml version="1.0"?>\n<!-- a > b -->\n<?xml-stylesheet href="x"?>',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x>y" [ <!ENTITY a "b]>"> <!-- it\'s --> ]>\n<svg>',
      ),
    ],
    ['svg, UTF-16', 'image/svg+xml', Buffer.from('\ufeff<?xml version="1.0"?><svg />', 'utf16le')],
  ])('%s', (_name, mime, head) => {
    expect(sniffMediaType(head)).toBe(mime);
  });
});

describe('known and refused', () => {
  it.each<[string, string, Uint8Array]>([
    ['heic', 'image/heic', ftyp('heic', 'mif1')],
    ['heic of a burst', 'image/heic', ftyp('msf1', 'hevc')],
    ['heic under the general brand', 'image/heic', ftyp('mif1', 'miaf', 'heic')],
    ['heif of another codec', 'image/heif', ftyp('mif1', 'miaf')],
    ['avif', 'image/avif', ftyp('avif', 'mif1')],
  ])('%s', (_name, mime, head) => {
    expect(sniffMediaType(head)).toBe(mime);
  });
});

describe('no media', () => {
  it.each<[string, Uint8Array]>([
    ['empty', bytes()],
    ['one byte', bytes([0xff])],
    ['html', bytes('<!DOCTYPE html><html><svg></svg></html>')],
    ['html with an svg comment', bytes('<!-- <svg> --><html></html>')],
    ['xml', bytes('<?xml version="1.0"?><rss/>')],
    ['svg behind junk', bytes('junk<svg/>')],
    ['svg behind a script', bytes('<script>1</script><svg/>')],
    ['svg by a longer name', bytes('<svgx/>')],
    ['an html document type before svg', bytes('<!DOCTYPE html><svg/>')],
    ['a comment without an end', bytes(`<!--${'<svg '.repeat(10_000)}`)],
    ['pdf', bytes('%PDF-1.7\n')],
    ['zip', bytes('PK\x03\x04', Array(60).fill(0))],
    ['windows program', bytes('MZ\x90\0', Array(60).fill(0))],
    ['linux program', bytes('\x7fELF\x02\x01\x01', Array(60).fill(0))],
    ['text that begins with BM', bytes('BMW is a car maker, and this line goes on for a while')],
    ['text that begins with GIF', bytes('GIFT list: socks, a book, a bicycle and so on')],
    ['a jpeg behind a byte order mark', bytes('\xef\xbb\xbf', [0xff, 0xd8, 0xff, 0xe0])],
    ['matroska', ebml('matroska')],
    ['ogg sound', oggPage('\x01vorbis')],
    ['wave sound', bytes('RIFF\x10\0\0\0WAVEfmt ')],
    ['m4a sound', ftyp('M4A ', 'isom')],
    ['jpeg 2000', ftyp('jp2 ')],
    ['canon raw', ftyp('crx ', 'isom')],
    ['unknown brands', ftyp('zzzz')],
    ['a text that says moov', bytes('the moov is made of cheese, and so on')],
    ['tiff', bytes('II*\0', Array(60).fill(0))],
    ['mp3', bytes('ID3\x03', Array(60).fill(0))],
  ])('%s', (_name, head) => {
    expect(sniffMediaType(head)).toBeUndefined();
  });

  it('endures every length of every made-up head', () => {
    const heads = [
      ftyp('mif1', 'heic'),
      ebml('webm'),
      oggPage('\x80theora'),
      bmp(40),
      bytes('<?xml ?><svg>'),
    ];
    const starts = heads.flatMap((head) => Array.from(head, (_, length) => head.subarray(0, length)));
    expect(() => starts.map(sniffMediaType)).not.toThrow();
  });
});

describe.runIf(hasSamples)('real files', () => {
  it.each(sampleNames)('%s is what its name says', (name) => {
    const expected = mediaTypeOfFile({ name, type: '' })?.mime;
    expect(expected).toBeDefined();
    expect(sniffMediaType(sample(name).subarray(0, 65_536))).toBe(expected);
  });
});

describe('declared and found types', () => {
  it.each([
    ['image/jpg', 'image/jpeg', true],
    ['IMAGE/JPEG', 'image/jpeg', true],
    ['video/mp4', 'video/quicktime', true],
    ['video/quicktime', 'video/mp4', true],
    ['video/3gpp', 'video/mp4', true],
    ['video/webm;codecs=vp9', 'video/webm', true],
    ['image/png', 'image/jpeg', false],
    ['image/jpeg', 'image/heic', false],
    ['video/mp4', 'video/webm', false],
    ['image/gif', undefined, false],
    ['text/html', 'text/html', false],
  ])('%s and %s: %s', (declared, sniffed, agree) => {
    expect(typesAgree(declared, sniffed)).toBe(agree);
  });
});
