import type { ArchiveView } from '../../shared/contract/downloads.ts';
import { archiveViewOf, isOutdated } from './archive.ts';
import { archiveFileName } from './file-names.ts';
import { archiveKey } from '../storage/object-keys.ts';
import { downloadUrl } from '../storage/download-url.ts';
import type { RequestedArchive } from './start-archive.ts';

/** An archive as the API returns it, with a download URL if it is ready and still valid. */
export async function archiveReply({ archive, context }: RequestedArchive): Promise<ArchiveView> {
  const { contents, event } = context;
  const mayBeHad = archive.state === 'ready' && !isOutdated(archive, contents);
  const url = mayBeHad ? await downloadUrl(archiveKey(archive), archiveFileName(event.name)) : null;
  return archiveViewOf(archive, contents, url);
}
