import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { JobStore, UploadJob } from './queue/job.ts';
import { forgetLeftovers, noteLeftovers } from './leftovers.ts';

/** A job with the page that works on it. */
type Row = { readonly id: string; readonly page: string; readonly job: UploadJob };

interface Schema extends DBSchema {
  jobs: { key: string; value: Row };
  files: { key: string; value: Blob };
}

/** As long as an upload's object is kept, so that nothing older can be finished. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const lockOf = (page: string) => `uploads of page ${page}`;

/**
 * Jobs and their files in IndexedDB. Every page holds a lock for as long as it lives: jobs of a page whose
 * lock is free are left over from a closed or crashed one, and whoever takes that lock may take them over.
 */
export function createJobDatabase(page: string): JobStore {
  const database = once(() =>
    openDB<Schema>('uploads', 1, {
      upgrade(db) {
        db.createObjectStore('jobs', { keyPath: 'id' });
        db.createObjectStore('files');
      },
    }),
  );
  const claimPage = once(() => holdForever(lockOf(page)));

  return {
    async keep(job, blob) {
      await claimPage();
      const tx = (await database()).transaction(['jobs', 'files'], 'readwrite');
      await Promise.all([
        tx.objectStore('jobs').put({ id: job.id, page, job }),
        tx.objectStore('files').put(blob, job.id),
        tx.done,
      ]);
      noteLeftovers();
    },
    async note(job) {
      const tx = (await database()).transaction(['jobs', 'files'], 'readwrite');
      if (await tx.objectStore('jobs').getKey(job.id)) {
        await tx.objectStore('jobs').put({ id: job.id, page, job });
        if (job.stage === 'saved') await tx.objectStore('files').delete(job.id);
      }
      await tx.done;
    },
    async drop(ids) {
      const db = await database();
      const tx = db.transaction(['jobs', 'files'], 'readwrite');
      await Promise.all(
        ids.flatMap((id) => [tx.objectStore('jobs').delete(id), tx.objectStore('files').delete(id)]),
      );
      await tx.done;
      if ((await db.count('jobs')) === 0) forgetLeftovers();
    },
    async adopt(uploader) {
      const db = await database();
      await dropOld(db);
      const rows = (await db.getAll('jobs')).filter(
        (row) => row.job.uploader === uploader && row.page !== page,
      );
      if (rows.length > 0) await claimPage();
      const orphans = [...new Set(rows.map((row) => row.page))];
      const taken = await Promise.all(orphans.map((orphan) => takeOver(db, { orphan, uploader, page })));
      return taken.flat();
    },
  };
}

/** Takes the jobs of a page that is gone, while holding its lock; none where it lives. */
async function takeOver(
  db: IDBPDatabase<Schema>,
  { orphan, uploader, page }: { orphan: string; uploader: string; page: string },
): ReturnType<JobStore['adopt']> {
  return ifFree(lockOf(orphan), async () => {
    const tx = db.transaction(['jobs', 'files'], 'readwrite');
    const rows = (await tx.objectStore('jobs').getAll()).filter(
      (row) => row.page === orphan && row.job.uploader === uploader,
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

async function dropOld(db: IDBPDatabase<Schema>): Promise<void> {
  const rows = await db.getAll('jobs');
  const old = rows.filter(({ job }) => job.addedAtMs < Date.now() - KEPT_MS);
  const tx = db.transaction(['jobs', 'files'], 'readwrite');
  await Promise.all(
    old.flatMap(({ id }) => [tx.objectStore('jobs').delete(id), tx.objectStore('files').delete(id)]),
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

async function ifFree<Result>(name: string, work: () => Promise<Result[]>): Promise<Result[]> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return work();
  return locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : []));
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}
