import type { DBSchema, IDBPDatabase } from 'idb';
import { type BrowserIdentity, effectiveUploader } from './queue/upload-ownership.ts';
import type { JobStore, UploadJob } from './queue/upload-job.ts';
import { clearPendingUploadsFlag, setPendingUploadsFlag } from './pending-uploads-flag.ts';
import { databaseConnection } from './database-connection.ts';

/** A job with the page that works on it. */
type Row = { readonly id: string; readonly page: string; readonly job: UploadJob };

interface Schema extends DBSchema {
  jobs: { key: string; value: Row };
  files: { key: string; value: Blob };
}

/** How long files wait for somebody else to come back to this browser. One's own are never too old to be sent. */
const KEPT_FOR_OTHERS_MS = 30 * 24 * 60 * 60 * 1000;

const lockOf = (page: string) => `uploads of page ${page}`;

/**
 * Jobs and their files in IndexedDB. Every page holds a lock for as long as it lives: jobs of a page whose
 * lock is free are left over from a closed or crashed one, and whoever takes that lock may take them over.
 * @param onLeft hears that a page that was still at work when jobs were last adopted is gone
 */
export function createJobDatabase(page: string, onLeft: () => void): JobStore {
  const awaited = new Set<string>();
  const awaitEnd = (other: string) => {
    if (awaited.has(other)) return;
    awaited.add(other);
    void holdForAMoment(lockOf(other)).then(() => {
      awaited.delete(other);
      onLeft();
    });
  };
  const database = databaseConnection<Schema>('uploads', (db) => {
    db.createObjectStore('jobs', { keyPath: 'id' });
    db.createObjectStore('files');
  });
  const claimPage = once(() => holdForever(lockOf(page)));

  const drop = async (ids: readonly string[]) => {
    const db = await database();
    await dropRows(db, ids);
    await noteIfEmpty(db);
  };

  return {
    async keep(job, blob) {
      await claimPage();
      const tx = (await database()).transaction(['jobs', 'files'], 'readwrite');
      await Promise.all([
        tx.objectStore('jobs').put({ id: job.id, page, job }),
        tx.objectStore('files').put(blob, job.id),
        tx.done,
      ]);
      setPendingUploadsFlag();
    },
    async note(job) {
      const tx = (await database()).transaction(['jobs', 'files'], 'readwrite');
      if (await tx.objectStore('jobs').getKey(job.id)) {
        await tx.objectStore('jobs').put({ id: job.id, page, job });
        if (job.stage === 'saved') await tx.objectStore('files').delete(job.id);
      }
      await tx.done;
    },
    drop,
    async dropAllOf(uploader) {
      const rows = await (await database()).getAll('jobs');
      await drop(rows.filter(({ job }) => job.uploader === uploader).map(({ id }) => id));
    },
    async fileOf(id) {
      return (await database()).get('files', id);
    },
    async adopt(identity) {
      const db = await database();
      const rows = (await db.getAll('jobs')).filter(
        (row) => effectiveUploader(row.job.uploader, identity) !== undefined && row.page !== page,
      );
      if (rows.length > 0) await claimPage();
      const orphans = [...new Set(rows.map((row) => row.page))];
      const taken = await Promise.all(
        orphans.map(async (orphan) => {
          const jobs = await takeOver(db, { orphan, identity, page });
          if (!jobs) awaitEnd(orphan);
          return jobs ?? [];
        }),
      );
      // While it is not known who is here, anything may be theirs.
      if (identity.uploader !== undefined) await dropOld(db, identity);
      await noteIfEmpty(db);
      return taken.flat();
    },
  };
}

/** Takes the jobs of a page that is gone, while holding its lock; undefined where it lives. */
async function takeOver(
  db: IDBPDatabase<Schema>,
  { orphan, identity, page }: { orphan: string; identity: BrowserIdentity; page: string },
): Promise<Awaited<ReturnType<JobStore['adopt']>> | undefined> {
  return ifFree(lockOf(orphan), async () => {
    const tx = db.transaction(['jobs', 'files'], 'readwrite');
    const rows = (await tx.objectStore('jobs').getAll()).filter(
      (row) => row.page === orphan && effectiveUploader(row.job.uploader, identity) !== undefined,
    );
    const taken = await Promise.all(
      rows.map(async ({ job }) => {
        await tx.objectStore('jobs').put({ id: job.id, page, job });
        return { job, blob: await tx.objectStore('files').get(job.id) };
      }),
    );
    await tx.done;
    return taken;
  });
}

async function dropOld(db: IDBPDatabase<Schema>, identity: BrowserIdentity): Promise<void> {
  const others = (await db.getAll('jobs')).filter(
    ({ job }) => effectiveUploader(job.uploader, identity) === undefined,
  );
  const old = others.filter(({ job }) => job.addedAtMs < Date.now() - KEPT_FOR_OTHERS_MS);
  await dropRows(
    db,
    old.map(({ id }) => id),
  );
}

/** Nothing is left: no later page need look. */
async function noteIfEmpty(db: IDBPDatabase<Schema>): Promise<void> {
  if ((await db.count('jobs')) === 0) clearPendingUploadsFlag();
}

async function dropRows(db: IDBPDatabase<Schema>, ids: readonly string[]): Promise<void> {
  const tx = db.transaction(['jobs', 'files'], 'readwrite');
  await Promise.all(
    ids.flatMap((id) => [tx.objectStore('jobs').delete(id), tx.objectStore('files').delete(id)]),
  );
  await tx.done;
}

/** Settles once the lock is held; the page's end is what gives it back. Without locks, pages do not wait. */
async function holdForever(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return;
  await new Promise<void>((resolve) => {
    void locks.request(name, () => {
      resolve();
      return new Promise<never>(() => {});
    });
  });
}

/** Settles once nobody holds it any more; never where there are no locks. */
async function holdForAMoment(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  await (locks ? locks.request(name, () => {}) : new Promise<never>(() => {}));
}

async function ifFree<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return work();
  return locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined));
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}
