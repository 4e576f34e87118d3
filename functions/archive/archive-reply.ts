import type { ArchiveView } from '../../shared/contract/archives.ts';
import { archiveViewOf, isOutdated } from '../domain/archive/archive.ts';
import { archiveFileName } from '../domain/archive/file-names.ts';
import { archiveKey } from '../domain/placement.ts';
import { attachmentUrl } from '../objects/originals.ts';
import type { Asked } from './start-archive.ts';

/** A ZIP as a reply tells of it, with an address where it is ready and still may be had. */
export async function archiveReply({ archive, context }: Asked): Promise<ArchiveView> {
  const { contents, event } = context;
  const mayBeHad = archive.state === 'ready' && !isOutdated(archive, contents);
  const url = mayBeHad ? await attachmentUrl(archiveKey(archive), archiveFileName(event.name)) : null;
  return archiveViewOf(archive, contents, url);
}
