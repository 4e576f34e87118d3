import { describe, expect, it } from 'vitest';
import { personKeyOf } from '../../../functions/domain/caller.ts';
import { type SaveDeps, saveUpload, type SaveRequest } from '../../../functions/uploads/save-upload.ts';
import type { MediaRecord, UploadRecord } from '../../../functions/domain/records.ts';
import { typesAgree } from '../../../functions/media/sniff.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';

const uploadId = idOf('upl', 1);
const mediaId = idOf('med', 1);
const guestId = idOf('gst', 1);

const request: SaveRequest = {
  event: eventRecord({ moderationEnabled: true }),
  membership: undefined,
  person: { kind: 'guest', guestId },
  uploadId,
  mediaId,
  originalName: 'IMG_1.JPG',
  mimeType: 'image/jpg',
  fileSizeBytes: 10,
  now: new Date('2026-06-30T18:00:00Z'),
  uploadLimit: 2000,
  admit: async () => undefined,
};

const issued: UploadRecord = {
  id: uploadId,
  person: `guest:${guestId}`,
  eventId: request.event.id,
  contentType: null,
  fileSizeBytes: null,
  issuedAt: '2026-06-30T17:59:00.000Z',
  savedAs: null,
  savedETag: null,
  savedVersion: null,
  isTooLarge: false,
};

/** A world that keeps what saving does to it. */
function world(
  change: {
    upload?: UploadRecord | undefined;
    file?: { sizeBytes: number; mimeType: string | undefined; eTag?: string } | undefined;
    first?: string;
  } = {},
) {
  const upload = 'upload' in change ? change.upload : issued;
  const file = 'file' in change ? change.file : { sizeBytes: 10, mimeType: 'image/jpeg' };
  const state = {
    rows: new Map<string, MediaRecord>(),
    copies: 0,
    people: 0,
    kept: [] as string[],
    removed: [] as string[],
    givenBack: [] as string[],
  };
  const deps: SaveDeps = {
    getUpload: async () => upload,
    belongsTo: async (holder, person) => holder === personKeyOf(person),
    getMedia: async (id) => state.rows.get(id),
    arrivedFile: async () => file && { eTag: '"tag"', versionId: 'first', ...file },
    typesAgree,
    createMedia: async (media, _uploadId, newcomer) => {
      if (state.rows.has(media.id)) return 'already-saved';
      if (newcomer) state.people += 1;
      state.rows.set(media.id, media);
      return undefined;
    },
    keepOriginal: async (_, { eTag, versionId }) => {
      state.copies += 1;
      state.kept.push(`${eTag} ${versionId}`);
      return true;
    },
    hasOriginal: async () => state.copies > 0,
    removeUploaded: async (id, versionId) => void state.removed.push(`${id} ${versionId}`),
    uncountUnsaved: async ({ person, uploadId: id }) => void state.givenBack.push(`${person} ${id}`),
    recordContent: async (media) => change.first ?? media.id,
  };
  return { state, deps };
}

describe('saving an upload', () => {
  it('makes one item, waiting where the event is moderated, of the type that the bytes have', async () => {
    const { deps, state } = world();
    const { media, isNew } = await saveUpload(deps, request);
    expect(isNew).toBe(true);
    expect(media).toMatchObject({
      id: mediaId,
      status: 'pending',
      mimeType: 'image/jpeg',
      state: 'processing',
    });
    expect(state).toMatchObject({ copies: 1, people: 1 });
  });

  it('is mended by the same call when it died before the copy', async () => {
    const { deps, state } = world();
    const dying: SaveDeps = { ...deps, keepOriginal: () => Promise.reject(new Error('killed')) };
    await expect(saveUpload(dying, request)).rejects.toThrow('killed');
    const { media, isNew } = await saveUpload(deps, request);
    expect({ isNew, id: media.id, copies: state.copies, rows: state.rows.size }).toEqual({
      isNew: false,
      id: mediaId,
      copies: 1,
      rows: 1,
    });
  });

  it('removes the file that it kept, and only then, and gives back its place among the unsaved ones', async () => {
    const { deps, state } = world();
    const dying: SaveDeps = { ...deps, keepOriginal: () => Promise.reject(new Error('killed')) };
    await expect(saveUpload(dying, request)).rejects.toThrow('killed');
    expect(state).toMatchObject({ removed: [], givenBack: [] });
    await saveUpload(deps, request);
    expect(state).toMatchObject({
      kept: ['"tag" first'],
      removed: [`${uploadId} first`],
      givenBack: [`guest:${guestId} ${uploadId}`],
    });
  });

  it('keeps the very file that was saved, whatever lies in its place when the call is repeated', async () => {
    const upload = { ...issued, savedAs: mediaId, savedETag: '"tag"', savedVersion: 'first' };
    const swapped = { sizeBytes: 10, mimeType: 'image/jpeg', eTag: '"other"' };
    for (const file of [swapped, undefined]) {
      const { deps, state } = world({ upload, file });
      state.rows.set(mediaId, mediaRecord(1, { uploader: issued.person, state: 'processing' }));
      expect((await saveUpload(deps, request)).isNew).toBe(false);
      expect(state).toMatchObject({ kept: ['"tag" first'], removed: [`${uploadId} first`] });
    }
  });

  it('never keeps what arrived after the file that was saved', async () => {
    const upload = { ...issued, savedAs: mediaId, savedETag: '"tag"' };
    const { deps, state } = world({
      upload,
      file: { sizeBytes: 10, mimeType: 'image/jpeg', eTag: '"other"' },
    });
    state.rows.set(mediaId, mediaRecord(1, { uploader: issued.person, state: 'processing' }));
    state.copies = 1;
    expect((await saveUpload(deps, request)).isNew).toBe(false);
    expect(state).toMatchObject({ kept: [], removed: [] });
  });

  it.each([
    ['is gone', undefined, 'processing'],
    ['was replaced', { sizeBytes: 10, mimeType: 'image/jpeg', eTag: '"other"' }, 'processing'],
    ['was given up', undefined, 'unsupported'],
  ] as const)('does not say that it is done while nothing is kept: the file %s', async (_, file, inState) => {
    const upload = { ...issued, savedAs: mediaId, savedETag: '"tag"' };
    const { deps, state } = world({ upload, file });
    state.rows.set(mediaId, mediaRecord(1, { uploader: issued.person, state: inState }));
    await expect(saveUpload(deps, request)).rejects.toMatchObject({ code: 'file_missing' });
    // The same file sent again is kept.
    state.rows.set(mediaId, mediaRecord(1, { uploader: issued.person, state: 'processing' }));
    const again = world({ upload });
    expect(await saveUpload({ ...again.deps, getMedia: deps.getMedia }, request)).toMatchObject({
      isNew: false,
    });
    expect(again.state).toMatchObject({ kept: ['"tag" first'], removed: [`${uploadId} first`] });
  });

  it('whose file was replaced in that very moment asks for the file again', async () => {
    const { deps } = world();
    const replaced: SaveDeps = { ...deps, keepOriginal: async () => false };
    await expect(saveUpload(replaced, request)).rejects.toMatchObject({ code: 'file_missing' });
  });

  it('says that a file was too large, if it is removed while it is being saved', async () => {
    const { deps } = world({ file: undefined });
    let isRemoved = false;
    const racing: SaveDeps = {
      ...deps,
      getUpload: async () => ({ ...issued, isTooLarge: isRemoved }),
      arrivedFile: async () => {
        isRemoved = true;
        return undefined;
      },
    };
    await expect(saveUpload(racing, request)).rejects.toMatchObject({ kind: 'too-large' });
  });

  it('says that the file was too large, once it is removed for that', async () => {
    const { deps } = world({ upload: { ...issued, isTooLarge: true }, file: undefined });
    await expect(saveUpload(deps, request)).rejects.toMatchObject({ code: 'file_too_large' });
  });

  it('answers a claimed guest’s item to the account before it is handed over', async () => {
    const { deps } = world();
    const { media } = await saveUpload(deps, request);
    const person = { kind: 'user', userId: 'ada' } as const;
    const claimed: SaveDeps = { ...deps, belongsTo: async () => true };
    expect(await saveUpload(claimed, { ...request, person })).toMatchObject({ isNew: false, media });
  });

  it('does not copy a second time what the worker has finished', async () => {
    const { deps, state } = world();
    const { media } = await saveUpload(deps, request);
    state.rows.set(mediaId, { ...media, state: 'ready' });
    await saveUpload(deps, request);
    expect(state.copies).toBe(1);
  });

  it.each([
    ['an upload that nobody issued', { upload: undefined }, {}, 'invalid', 'unknown_upload'],
    [
      "somebody else's upload",
      { upload: { ...issued, person: 'guest:other' } },
      {},
      'forbidden',
      'foreign_upload',
    ],
    [
      "another event's upload",
      { upload: { ...issued, eventId: idOf('evt', 9) } },
      {},
      'forbidden',
      'foreign_upload',
    ],
    ['a file that did not arrive', { file: undefined }, {}, 'invalid', 'file_missing'],
    [
      'an empty file',
      { file: { sizeBytes: 0, mimeType: undefined } },
      { fileSizeBytes: 0 },
      'invalid',
      'size_mismatch',
    ],
    ['half a file', { file: { sizeBytes: 9, mimeType: 'image/jpeg' } }, {}, 'invalid', 'size_mismatch'],
    [
      'a file over 100 MB',
      { file: { sizeBytes: 104_857_601, mimeType: 'image/jpeg' } },
      { fileSizeBytes: 104_857_601 },
      'too-large',
      'file_too_large',
    ],
    [
      'HTML',
      { file: { sizeBytes: 10, mimeType: undefined } },
      {},
      'unsupported-type',
      'unsupported_media_type',
    ],
    [
      'HEIC',
      { file: { sizeBytes: 10, mimeType: 'image/heic' } },
      { mimeType: 'image/heic' },
      'unsupported-type',
      'unsupported_media_type',
    ],
    [
      'a PNG that says JPEG',
      { file: { sizeBytes: 10, mimeType: 'image/png' } },
      {},
      'unsupported-type',
      'unsupported_media_type',
    ],
    [
      'what was saved and deleted',
      { upload: { ...issued, savedAs: mediaId } },
      {},
      'conflict',
      'upload_used',
    ],
  ] as const)('refuses %s and changes nothing', async (_, change, said, kind, code) => {
    const { deps, state } = world(change);
    await expect(saveUpload(deps, { ...request, ...said })).rejects.toMatchObject({ kind, code });
    expect(state).toEqual(world().state);
  });

  it('says which earlier item has the same content, while that is there', async () => {
    const first = idOf('med', 7);
    const { deps, state } = world({ first });
    expect((await saveUpload(deps, request)).duplicateOf).toBeNull();
    state.rows.delete(mediaId);
    state.rows.set(first, mediaRecord(7));
    expect(await saveUpload(deps, request)).toMatchObject({ isNew: true, duplicateOf: first });
  });

  it('refuses who was removed from the event meanwhile', async () => {
    const { deps } = world();
    const refused = saveUpload({ ...deps, createMedia: async () => 'blocked' }, request);
    await expect(refused).rejects.toMatchObject({ kind: 'forbidden', code: 'forbidden' });
  });

  it('asks who lost their place during the call to repeat it: then they get one, if the rule allows it', async () => {
    const { deps } = world();
    const refused = saveUpload({ ...deps, createMedia: async () => 'no-place' }, request);
    await expect(refused).rejects.toMatchObject({ kind: 'conflict', code: 'place_gone' });
  });
});
