import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CHAT_SIDE } from '../../shared/values/photo-sizes.ts';
import { cleanBytes } from '../copies/plan-copy.ts';
import { COPY_OFFERED_SECONDS } from '../domain/file-lifetimes.ts';
import type { MediaFacts, MediaRecord } from '../domain/records.ts';
import { captureTime } from '../domain/wall-time.ts';
import { type PictureBudget, reducePictureApart } from '../media/make-picture-apart.ts';
import { OverBudget } from '../media/over-budget.ts';
import { UndecodableMedia } from '../media/undecodable.ts';
import { putCopy, readKeptCopy, removeCopy } from '../storage/copy-files.ts';
import { areaForStatus, chatCopyKey, originalKey, renditionFolder } from '../storage/object-keys.ts';
import { downloadObject } from '../storage/originals.ts';
import { getMedia } from '../table/media.ts';
import { downloadNameOf } from './download-file.ts';

/** A photo for chats in the bucket. */
export type ChatCopy = { readonly key: string; readonly bytes: Buffer };

/** As long as a photo may take that is made ready away from others. What takes longer is made of its largest rendition. */
const BUDGET: PictureBudget = { cpuMs: 1600, priority: 10 };

/**
 * A photo for chats: the one that is kept, or one that is made now and then kept for a day. It has its capture date, and
 * nothing else of what the original told. Undefined if there is nothing to show, or the item is gone or moved meanwhile.
 * @throws MachineFault if it says nothing of the photo that none was made
 */
export async function keepChatCopy(media: MediaRecord, now: Date): Promise<ChatCopy | undefined> {
  const key = chatCopyKey(media);
  const kept = await readKeptCopy(key, new Date(now.getTime() - COPY_OFFERED_SECONDS * 1000));
  if (kept) return { key, bytes: kept };
  const reduced = await reduce(media);
  if (!reduced) return undefined;
  const { bytes } = await cleanBytes(reduced, captureTime(media));
  await putCopy(key, { mime: 'image/jpeg', sizeBytes: bytes.length, open: () => Readable.from([bytes]) });
  // What took the item away meanwhile has looked for copies before this one was there.
  if ((await getMedia(media.id))?.statusVersion === media.statusVersion) return { key, bytes };
  await removeCopy(key);
  return undefined;
}

async function reduce(media: MediaRecord): Promise<Buffer | undefined> {
  const { facts } = media;
  if (!facts || !media.place) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'chat-'));
  try {
    const path = join(folder, 'source');
    for (const key of sourcesOf(media, facts)) {
      const reduced = (await downloadObject(key, path)) ? await tryToReduce(path) : undefined;
      if (reduced) return reduced;
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where its picture can be had from, the best first: a drawing is not drawn again, and a rendition opens always. */
function sourcesOf(media: MediaRecord, facts: MediaFacts): string[] {
  const folder = renditionFolder(
    { ...media, placeVersion: media.statusVersion },
    areaForStatus(media.status),
  );
  const { copy } = facts;
  const whole = copy?.standIn ? folder + copy.name : originalKey(media);
  const largest = downloadNameOf({ ...facts, play: null });
  const isDrawing = media.mimeType === 'image/svg+xml' && !copy?.standIn;
  return [...(isDrawing ? [] : [whole]), ...(largest === undefined ? [] : [folder + largest])];
}

async function tryToReduce(path: string): Promise<Buffer | undefined> {
  try {
    return await reducePictureApart({ path, side: CHAT_SIDE }, BUDGET);
  } catch (error) {
    if (error instanceof OverBudget || error instanceof UndecodableMedia) return undefined;
    throw error;
  }
}
