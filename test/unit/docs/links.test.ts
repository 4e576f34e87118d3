import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeIn, document, documents, isInCode, repositoryPaths } from '../../fixtures/documents.ts';

/** Made by a command that the text names, so not in the repository. */
const madeLater = new Set(['infra/keys/dev.pem']);

/** Names that others define and that our code does not use: AWS, CDK, npm packages and tools. */
const othersNames = new Set(
  `ffmpeg-static node-av eslint-plugin-boundaries eslint-import-resolver-oxc keepExif withMetadata grantReadWriteData StartMessageMoveTask cfn-lint
   DescribeContinuousBackups RestoreTableToPointInTime DeleteTable Scan ListBucketVersions GetObjectVersion GetObjectVersionTagging`.split(
    /\s+/,
  ),
);

/** Headers are written in small letters in the code. */
const isKnown = (name: string): boolean =>
  othersNames.has(name) || isInCode(name) || isInCode(name.toLowerCase());

const { scripts } = JSON.parse(document('package.json')) as { scripts: Record<string, string> };

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

describe.each(documents)('$file', ({ file, text }) => {
  const spans = codeIn({ file, text });

  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [target = '', anchor] = link.split('#');
      const found =
        target === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
      if (!repositoryPaths.has(found)) return true;
      return anchor !== undefined && !anchorsIn(document(found)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('has no code that is broken over two lines', () => {
    const lines = text.replaceAll(/```.*?```/gs, '').split('\n');
    expect(lines.filter((line) => line.split('`').length % 2 === 0)).toEqual([]);
  });

  it('names paths that exist', () => {
    // From the root: `functions/table/keys.ts`; what stands before a placeholder counts: `functions/http/<id>.ts`.
    const whole = spans.flatMap((span) =>
      [...span.matchAll(/(?<![\w/.@-])(?:functions|infra|shared|web|test|docs)\/[\w./-]*[\w-]/g)].map(
        ([found]) => found,
      ),
    );
    const missing = whole.filter((found) => !repositoryPaths.has(found) && !madeLater.has(found));
    // The end of one: `keys.ts`, `ui/link.tsx`.
    const short = spans.filter((span) => /^[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|c?js|css|md|json)$/.test(span));
    const unknown = short.filter(
      (span) => ![...repositoryPaths].some((known) => `/${known}`.endsWith(`/${span}`)),
    );
    expect([...missing, ...unknown]).toEqual([]);
  });

  it('names commands that exist', () => {
    const named = spans.flatMap((span) =>
      [...span.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name ?? ''),
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

// The pages of the doubles also name what of a service they leave out.
it.each(documents.filter(({ file }) => !file.startsWith('infra/local/')))(
  '$file names code that exists',
  (page) => {
    const names = codeIn(page)
      .filter((span) => /^[A-Za-z][\w-]*(?:\(\))?$/.test(span) && /[A-Z_-]/.test(span))
      .map((span) => span.replace('()', ''));
    const unknown = names.filter((name) => !isKnown(name));
    expect(unknown).toEqual([]);
  },
);

it('what is excepted is still named', () => {
  const named = new Set(documents.flatMap(codeIn).flatMap((span) => [span, ...span.split(/[\s:]+/)]));
  expect([...madeLater, ...othersNames].filter((name) => !named.has(name))).toEqual([]);
});
