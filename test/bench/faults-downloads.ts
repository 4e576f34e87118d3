import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchZip, getDownload, startDownload } from '../fixtures/downloads.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { isThere } from './faults-ledger.ts';
import { identityQuery, openEventsOf, openItemsOf, persist, type Person, pick } from './faults-person.ts';

/** How often somebody looks whether a ZIP is ready. */
const LOOKS = 20;
const LOOK_MS = 500;

/** An original of their own, which must be what they uploaded. */
export async function downloadItem(person: Person): Promise<void> {
  const { ledger, over } = person.run;
  const item = pick(
    person,
    openItemsOf(person).filter(({ uploader }) => uploader === person.key),
  );
  if (!item) return;
  while (!over.aborted) {
    const { answer } = await persist(person, () =>
      person.client.get(`/api/media/${item.id}/download?${identityQuery(person)}`),
    );
    if (!answer) return;
    const location = answer.headers.get('location');
    if (location === null) {
      // Refused, although nobody has asked to delete it.
      if (isThere(item) && isThere(item.event)) {
        ledger.note(item, `download: ${answer.status}`);
        ledger.findings.push({ kind: 'lost', what: `download of ${item.id}`, history: item.history });
      }
      return;
    }
    const bytes = await fetch(location)
      .then(async (response) => (response.ok ? Buffer.from(await response.arrayBuffer()) : undefined))
      .catch(() => undefined);
    if (bytes) {
      ledger.downloads.items += 1;
      if (createHash('md5').update(bytes).digest('hex') !== item.md5)
        ledger.findings.push({ kind: 'lost', what: `bytes of ${item.id}`, history: item.history });
      return;
    }
    if (!isThere(item) || !isThere(item.event)) return;
  }
}

/** All of an event as one ZIP, whose checksums must be right. */
export async function downloadArchive(person: Person): Promise<void> {
  const { ledger, over } = person.run;
  const event = pick(person, openEventsOf(person));
  if (!event?.id) return;
  const eventId = event.id;
  const { answer } = await persist(person, () => startDownload(person.client, eventId));
  if (answer?.status !== 200) return;
  const { id } = answer.json;
  for (let look = 0; look < LOOKS && !over.aborted; look += 1) {
    const { answer: seen } = await persist(person, () => getDownload(person.client, { eventId, id }));
    if (seen?.status !== 200 || !['preparing', 'ready'].includes(seen.json.state)) return;
    const zip = seen.json.url && (await fetchZip(seen.json.url).catch(() => undefined));
    if (zip && zip.length === seen.json.totalBytes) {
      const files = await readZip(zip).catch(() => []);
      ledger.downloads.archives += 1;
      if (files.length !== seen.json.fileCount)
        ledger.findings.push({ kind: 'lost', what: `files of the ZIP ${id}`, history: event.history });
      return;
    }
    await pause(LOOK_MS, undefined, { signal: over }).catch(() => undefined);
  }
}
