import { Readable } from 'node:stream';
import { type ByteRange, readRange } from './byte-range.ts';
import type { ObjectName, ObjectRow } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';

/** What is known of an object. `eTag` is without quotes. */
export type ObjectMeta = ObjectName & {
  sizeBytes: number;
  eTag: string;
  lastModified: Date;
  /** `content-type` always, `cache-control` if the upload had it. */
  headers: Record<string, string>;
};

/** A 206 has a `range`, a 416 an empty stream. The stream must be read or destroyed. */
export type ObjectReading = {
  status: 200 | 206 | 416;
  meta: ObjectMeta;
  stream: Readable;
  range?: ByteRange;
};

/** Reads without a signature, for the edge, which verifies its own. */
export type DirectObjects = {
  head(name: ObjectName): ObjectMeta | undefined;
  /** @param wanted its `range` is the value of a Range header, as sent */
  read(wanted: ObjectName & { range?: string }): Promise<ObjectReading | undefined>;
};

export function directObjects(objects: ObjectStore): DirectObjects {
  return {
    head({ bucket, key }) {
      const row = objects.rows.find({ bucket, key });
      return row && metaOf(row);
    },
    async read({ bucket, key, range: header }) {
      const found = await objects.open({ bucket, key });
      if (!found) return undefined;
      const meta = metaOf(found.row);
      const range = readRange(header, meta.sizeBytes);
      if (range === 'unsatisfiable') {
        await found.handle.close();
        return { status: 416, meta, stream: Readable.from([]) };
      }
      return range === 'whole'
        ? { status: 200, meta, stream: found.handle.createReadStream() }
        : { status: 206, meta, stream: found.handle.createReadStream(range), range };
    },
  };
}

function metaOf({ blobId: _blobId, modifiedMs, ...row }: ObjectRow): ObjectMeta {
  return { ...row, lastModified: new Date(modifiedMs) };
}
