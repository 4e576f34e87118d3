import type { MediaFacts, MediaRecord } from './records.ts';

/**
 * Names of rendition files. Browsers keep a file for good, so one that is made again gets another name: its
 * edition stands between name and extension, `tile.mf3k9a.webp` beside `tile.webp`.
 */

/** What an edition may be called. */
export const EDITION = /^[a-z0-9]{1,20}$/;

export function inEdition(fileName: string, edition: string | undefined): string {
  if (edition === undefined) return fileName;
  const dot = fileName.indexOf('.');
  return `${fileName.slice(0, dot)}.${edition}${fileName.slice(dot)}`;
}

/** Every file that an item's row names beside its original: renditions, and what its clean copy is made by. */
export function fileNamesOf(facts: MediaFacts | null): string[] {
  if (!facts) return [];
  return [...renditionNamesOf(facts), ...(facts.copy && !facts.copy.standIn ? [facts.copy.name] : [])];
}

/** Every file that an item's row names and nobody can make again on the way: renditions, and what stands in for a copy. */
export function renditionNamesOf(facts: MediaFacts | null): string[] {
  if (!facts) return [];
  return [
    ...facts.renditions.map(({ name }) => name),
    ...(facts.play === null ? [] : [facts.play]),
    ...(facts.copy?.standIn ? [facts.copy.name] : []),
  ];
}

/** The file name of a rendition by its kind: `small`, `tile` or `screen`. */
export function fileNameOf(facts: MediaFacts | null, rendition: string): string | undefined {
  return facts?.renditions.find(({ name }) => name.split('.', 1)[0] === rendition)?.name;
}

/** Whether an item's renditions are finished, in that edition if one is given. */
export function isFinished(media: MediaRecord, edition: string | undefined): boolean {
  if (media.state !== 'ready') return false;
  return edition === undefined || fileNamesOf(media.facts).some((name) => name.includes(`.${edition}.`));
}
