import { followingPrefix, justAfter } from './key-order.ts';
import { quoted } from './object-headers.ts';
import type { ObjectRow } from './object-rows.ts';
import { NULL_VERSION } from './old-versions.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { S3Error } from './s3-error.ts';
import { writeXml, type XmlContent } from './xml.ts';

const MAX_KEYS = 1000;

type Entry = { key: string; versionId: string; element: 'Version' | 'DeleteMarker'; content: XmlContent };

/**
 * ListObjectVersions: of each key first the object, then its old versions and delete markers, newest first. A page
 * begins after its markers. Without versions each object is listed once, with the version id `null`.
 * @throws S3Error InvalidArgument
 */
export function listVersions(call: S3Request): S3Response {
  const { query } = call;
  const maxKeys = Math.min(
    readCount(query, { name: 'max-keys', fallback: MAX_KEYS, min: 1, max: 2 ** 31 - 1 }),
    MAX_KEYS,
  );
  const page: Entry[] = [];
  const walk = entriesAfterMarkers(call);
  let step = walk.next();
  while (!step.done && page.length < maxKeys) {
    page.push(step.value);
    step = walk.next();
  }
  const last = page.at(-1);
  const contents = (element: Entry['element']) =>
    page.filter((entry) => entry.element === element).map(({ content }) => content);
  const xml = writeXml('ListVersionsResult', {
    Name: call.name.bucket,
    Prefix: query.get('prefix') ?? '',
    KeyMarker: query.get('key-marker') ?? '',
    VersionIdMarker: query.get('version-id-marker') ?? '',
    MaxKeys: maxKeys,
    IsTruncated: !step.done,
    ...(!step.done && { NextKeyMarker: last?.key, NextVersionIdMarker: last?.versionId }),
    Version: contents('Version'),
    DeleteMarker: contents('DeleteMarker'),
  });
  return { status: 200, xml };
}

function* entriesAfterMarkers(call: S3Request): Generator<Entry> {
  const keyMarker = call.query.get('key-marker') ?? '';
  const versionMarker = call.query.get('version-id-marker') ?? '';
  if (versionMarker !== '' && keyMarker === '') {
    throw new S3Error('InvalidArgument', {
      message: 'A version-id marker cannot be specified without a key marker.',
    });
  }
  if (versionMarker !== '') {
    const entries = entriesOf(call, keyMarker);
    const at = entries.findIndex(({ versionId }) => versionId === versionMarker);
    yield* at < 0 ? [] : entries.slice(at + 1);
  }
  const prefix = Buffer.from(call.query.get('prefix') ?? '');
  const before = followingPrefix(prefix);
  const start = keyMarker === '' ? prefix : justAfter(keyMarker);
  let from = Buffer.compare(start, prefix) < 0 ? prefix : start;
  for (;;) {
    const key = nextKey(call, from);
    if (!key || (before && Buffer.compare(key, before) >= 0)) return;
    const name = Buffer.from(key).toString();
    yield* entriesOf(call, name);
    from = justAfter(name);
  }
}

/** The first key that has an object or an old version. */
function nextKey({ name: { bucket }, objects }: S3Request, from: Uint8Array): Uint8Array | undefined {
  const row = objects.rows.first({ bucket, from });
  const current = row && Buffer.from(row.key);
  const old = objects.old.firstKey({ bucket, from });
  if (!current || !old) return current ?? old;
  return Buffer.compare(current, old) <= 0 ? current : old;
}

function entriesOf({ name: { bucket }, objects }: S3Request, key: string): Entry[] {
  const current = objects.rows.find({ bucket, key });
  const old = objects.old.of({ bucket, key }).map(({ versionId, modifiedMs, object }, at): Entry => {
    const isLatest = !current && at === 0;
    return object
      ? versionEntry(object, isLatest)
      : {
          key,
          versionId,
          element: 'DeleteMarker',
          content: common({ key, versionId, modifiedMs, isLatest }),
        };
  });
  return current ? [versionEntry(current, true), ...old] : old;
}

function versionEntry(row: ObjectRow, isLatest: boolean): Entry {
  const { key, versionId = NULL_VERSION, modifiedMs, eTag, sizeBytes } = row;
  const content = {
    ...common({ key, versionId, modifiedMs, isLatest }),
    ETag: quoted(eTag),
    Size: sizeBytes,
    StorageClass: 'STANDARD',
  };
  return { key, versionId, element: 'Version', content };
}

function common(entry: { key: string; versionId: string; modifiedMs: number; isLatest: boolean }) {
  return {
    Key: entry.key,
    VersionId: entry.versionId,
    IsLatest: entry.isLatest,
    LastModified: new Date(entry.modifiedMs).toISOString(),
  };
}
