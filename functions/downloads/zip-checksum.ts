import { crc32 } from 'node:zlib';
import { downloadNameOf } from './download-file.ts';
import type { MediaFacts } from '../domain/records.ts';
import { hashContent } from '../media/content-hash.ts';
import type { RenditionFile } from '../storage/renditions.ts';

type Finished = { readonly facts: MediaFacts; readonly files: readonly RenditionFile[] };

/**
 * Adds the length and CRC-32 of the rendition that goes into ZIPs, while it is still at hand: of a video into those for chats,
 * and into all where there is no clean copy.
 */
export async function withZipChecksum({ facts, files }: Finished): Promise<Finished> {
  const downloaded = facts.copy ? facts.play : downloadNameOf(facts);
  const file = files.find(({ name }) => name === downloaded);
  if (!file) return { facts, files };
  const sum =
    'path' in file ? await hashContent(file.path) : { bytes: file.bytes.length, crc32: crc32(file.bytes) };
  return {
    facts: { ...facts, download: { name: file.name, sizeBytes: sum.bytes, crc32: sum.crc32 } },
    files,
  };
}
