/**
 * Whether the bytes are an SVG document: its root element is `svg`, and nothing but white space, the XML
 * declaration, processing instructions, comments and one document type come before it (XML 1.0, 2.8). Runs
 * once over the bytes: no pattern here can backtrack.
 */
export function isSvg(head: Uint8Array): boolean {
  const source = decode(head);
  if (source === undefined) return false;
  let at = skipSpace(source, 0);
  while (source[at] === '<') {
    if (/^<(?:[\w.-]{1,40}:)?svg[\s/>]/.test(source.slice(at, at + 64))) return true;
    const next = skipProlog(source, at);
    if (next === undefined) return false;
    at = skipSpace(source, next);
  }
  return false;
}

/** The text, if the bytes can be text at all: a zero byte in UTF-8 means that they are not. */
function decode(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  if (head.subarray(0, 512).includes(0)) return undefined;
  return new TextDecoder('utf-8').decode(head);
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && ' \t\r\n'.includes(source[at] ?? '-')) at += 1;
  return at;
}

/** The position after one construct of the prolog, or undefined if none (or no end of it) is found. */
function skipProlog(source: string, at: number): number | undefined {
  if (source.startsWith('<?', at)) return behind(source, '?>', at);
  if (source.startsWith('<!--', at)) return behind(source, '-->', at + 4);
  if (!source.startsWith('<!DOCTYPE', at)) return undefined;
  return /^<!DOCTYPE\s+(?:[\w.-]{1,40}:)?svg[\s[>]/.test(source.slice(at, at + 120))
    ? behindDoctype(source, at)
    : undefined;
}

function behind(source: string, end: string, from: number): number | undefined {
  const at = source.indexOf(end, from);
  return at < 0 ? undefined : at + end.length;
}

/** A document type may hold quoted text and an internal subset in brackets, in which `>` does not end it. */
function behindDoctype(source: string, from: number): number | undefined {
  let quote = '';
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (quote === '' && source.startsWith('<!--', at)) at = behind(source, '-->', at + 4) ?? source.length;
    const letter = source[at] ?? '';
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '[') depth += 1;
    else if (letter === ']') depth -= 1;
    else if (letter === '>' && depth === 0) return at + 1;
  }
  return undefined;
}
