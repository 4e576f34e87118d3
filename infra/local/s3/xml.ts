import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { S3Error } from './s3-error.ts';

export type XmlContent =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlContent[]
  | { readonly [name: string]: XmlContent };

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const REPEATED = new Set(['Object', 'Part']);
const ESCAPED = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

// Keys may begin with a space or look like numbers, so nothing is trimmed or converted. References are
// resolved here: the parser would drop those to control characters, which would name another key.
const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  isArray: (name) => REPEATED.has(name),
  tagValueProcessor: (_name, value) => resolveReferences(value),
});

function resolveReferences(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, reference: string) => {
    if (!reference.startsWith('#')) return NAMED.get(reference) ?? whole;
    const digits = reference.slice(1).toLowerCase();
    const point = digits.startsWith('x') ? Number.parseInt(digits.slice(1), 16) : Number(digits);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/**
 * @returns plain objects of strings; `Object` and `Part` are always arrays
 * @throws S3Error MalformedXML, also for a document type declaration (entity bombs)
 */
export function parseXml(text: string): unknown {
  if (/<!doctype/i.test(text) || XMLValidator.validate(text) !== true) throw new S3Error('MalformedXML');
  try {
    return parser.parse(text);
  } catch {
    throw new S3Error('MalformedXML');
  }
}

/** Writes a document. Arrays repeat their element, undefined omits it. `Error` has no namespace. */
export function writeXml(root: string, content: XmlContent): string {
  const attribute = root === 'Error' ? '' : ` xmlns="${NAMESPACE}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${inner(content)}</${root}>`;
}

function inner(content: XmlContent): string {
  if (content === undefined) return '';
  if (typeof content !== 'object') return escapeText(String(content));
  return Object.entries(content)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => element(name, one)) : element(name, value),
    )
    .join('');
}

function element(name: string, value: XmlContent): string {
  return value === undefined ? '' : `<${name}>${inner(value)}</${name}>`;
}

/** Like S3, writes control characters as references, although XML 1.0 cannot represent most of them. */
function escapeText(text: string): string {
  return text.replaceAll(
    /[&<>"]|\p{Cc}/gu,
    (character) => ESCAPED.get(character) ?? `&#x${character.codePointAt(0)?.toString(16)};`,
  );
}
