import type { Archive } from '../../functions/downloads/archive.ts';
import { getArchive } from '../../functions/downloads/archive-store.ts';
import type { PhotoSize } from '../../shared/values/photo-sizes.ts';
import type { Client } from '../fixtures/api-client.ts';
import { fetchZip, startDownload } from '../fixtures/downloads.ts';
import { readZip, type ReadFile } from '../fixtures/read-zip.ts';
import { eventually } from '../fixtures/uploads.ts';

/**
 * A ZIP once it is ready. If it becomes outdated, it is asked for again, as the page does. Meanwhile the table is asked, which
 * costs a tenth of the call.
 */
export async function waitForDownload(client: Client, eventId: string, photos?: PhotoSize): Promise<any> {
  return eventually(async () => {
    const { status, json, text } = await startDownload(client, eventId, photos);
    if (status !== 200) throw new Error(`No ZIP: ${status} ${text}`);
    if (json.state === 'ready') return json;
    await eventually(async () => !isBeingMade(await getArchive({ eventId, id: json.id })));
    return undefined;
  });
}

const isBeingMade = (archive: Archive | undefined): boolean =>
  archive?.state === 'planning' || archive?.state === 'writing';

/** Everything in a client's ZIP of an event, read by another program than the one that wrote it. */
export async function downloadedFiles(client: Client, eventId: string): Promise<ReadFile[]> {
  return readZip(await fetchZip((await waitForDownload(client, eventId)).url));
}
