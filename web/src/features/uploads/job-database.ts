import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import { type BrowserIdentity, effectiveUploader } from './queue/effective-uploader.ts';
import type { JobStore, UploadJob } from './queue/upload-job.ts';
import { clearPendingUploadsFlag, setPendingUploadsFlag } from './pending-uploads-flag.ts';
import { databaseConnection } from './database-connection.ts';
import { KEPT_FOR_OTHERS_DAYS } from './kept-for-others.ts';

/** A job with the page that owns it. */
type Row = { readonly id: string; readonly page: string; readonly job: UploadJob };

interface Schema extends DBSchema {
  jobs: { key: string; value: Row };
  files: { key: string; value: Blob };
}

const KEPT_FOR_OTHERS_MS = KEPT_FOR_OTHERS_DAYS * 24 * 60 * 60 * 1000;

const lockName = (page: string) => `uploads of page ${page}`;

/**
 * Stores jobs and their files in IndexedDB. Every page holds a Web Lock while it lives: jobs whose page's lock is free
 * belong to a closed or crashed page, and whoever gets that lock may adopt them.
 * @param onPageEnded called when a page that was alive at the last adoption has ended
 */
export function createJobDatabase(page: string, onPageEnded: () => void): JobStore {
  const watchPage = pageWatch(onPageEnded);
  const database = databaseConnection<Schema>('uploads', (db) => {
    db.createObjectStore('jobs', { keyPath: 'id' });
    db.createObjectStore('files');
  });
  const keepStorage = once(askToKeepStorage);
  const claimPage = once(() => holdLock(lockName(page)));

  const deleteJobs = async (ids: readonly string[]) => deleteRowsAndFlag(await database(), ids);

  return {
    async put(job, blob) {
      await claimPage();
      await transact(await database(), async ({ jobs, files }) => {
        await jobs.put({ id: job.id, page, job });
        await files.put(blob, job.id);
      });
      setPendingUploadsFlag();
      void keepStorage();
    },
    async update(job) {
      await transact(await database(), async ({ jobs, files }) => {
        if (!(await jobs.getKey(job.id))) return;
        await jobs.put({ id: job.id, page, job });
        if (job.stage === 'saved') await files.delete(job.id);
      });
    },
    delete: deleteJobs,
    async deleteAllOf(uploader) {
      const rows = await (await database()).getAll('jobs');
      await deleteJobs(rows.filter(({ job }) => job.uploader === uploader).map(({ id }) => id));
    },
    async getFile(id) {
      return (await database()).get('files', id);
    },
    async adopt(identity) {
      const db = await database();
      const rows = (await db.getAll('jobs')).filter(
        (row) => effectiveUploader(row.job.uploader, identity) !== undefined && row.page !== page,
      );
      if (rows.length > 0) await claimPage();
      const orphans = [...new Set(rows.map((row) => row.page))];
      const adopted = await Promise.all(
        orphans.map(async (orphan) => {
          const jobs = await adoptFrom(db, { orphan, identity, page });
          if (!jobs) watchPage(orphan);
          return jobs ?? [];
        }),
      );
      // While nobody is identified, any job may be theirs.
      if (identity.uploader !== undefined) await deleteExpired(db, identity);
      await clearFlagIfEmpty(db);
      return adopted.flat();
    },
  };
}

/** @returns watches a page that is alive, and calls back once it has ended */
function pageWatch(onPageEnded: () => void): (page: string) => void {
  const watched = new Set<string>();
  return (page) => {
    if (watched.has(page)) return;
    watched.add(page);
    void waitForLock(lockName(page)).then(() => {
      watched.delete(page);
      onPageEnded();
    });
  };
}

/** Adopts the jobs of an ended page while holding its lock; undefined if the page is alive. */
async function adoptFrom(
  db: IDBPDatabase<Schema>,
  { orphan, identity, page }: { orphan: string; identity: BrowserIdentity; page: string },
): Promise<Awaited<ReturnType<JobStore['adopt']>> | undefined> {
  return ifLockFree(lockName(orphan), () =>
    transact(db, async ({ jobs, files }) => {
      const rows = (await jobs.getAll()).filter(
        (row) => row.page === orphan && effectiveUploader(row.job.uploader, identity) !== undefined,
      );
      return Promise.all(
        rows.map(async ({ job }) => {
          await jobs.put({ id: job.id, page, job });
          return { job, blob: await files.get(job.id) };
        }),
      );
    }),
  );
}

async function deleteExpired(db: IDBPDatabase<Schema>, identity: BrowserIdentity): Promise<void> {
  const others = (await db.getAll('jobs')).filter(
    ({ job }) => effectiveUploader(job.uploader, identity) === undefined,
  );
  const old = others.filter(({ job }) => job.addedAtMs < Date.now() - KEPT_FOR_OTHERS_MS);
  await deleteRows(
    db,
    old.map(({ id }) => id),
  );
}

/** Saves later pages from opening an empty database. */
async function clearFlagIfEmpty(db: IDBPDatabase<Schema>): Promise<void> {
  if ((await db.count('jobs')) === 0) clearPendingUploadsFlag();
}

async function deleteRowsAndFlag(db: IDBPDatabase<Schema>, ids: readonly string[]): Promise<void> {
  await deleteRows(db, ids);
  await clearFlagIfEmpty(db);
}

async function deleteRows(db: IDBPDatabase<Schema>, ids: readonly string[]): Promise<void> {
  await transact(db, async ({ jobs, files }) => {
    await Promise.all(ids.flatMap((id) => [jobs.delete(id), files.delete(id)]));
  });
}

type Stores = {
  readonly [Name in 'jobs' | 'files']: IDBPObjectStore<Schema, ('jobs' | 'files')[], Name, 'readwrite'>;
};

/**
 * Does some work in one transaction. Where the browser has no room, a write and its transaction fail, each by itself: both are
 * awaited from the beginning.
 */
async function transact<T>(db: IDBPDatabase<Schema>, work: (stores: Stores) => Promise<T>): Promise<T> {
  const tx = db.transaction(['jobs', 'files'], 'readwrite');
  const stores = { jobs: tx.objectStore('jobs'), files: tx.objectStore('files') };
  const [result] = await Promise.all([work(stores), tx.done]);
  return result;
}

/** Asks the browser not to clear what is stored, as it may when room is short. It decides, or asks the person. */
async function askToKeepStorage(): Promise<void> {
  const { storage } = navigator as Partial<Navigator>;
  // Refused, or unknown to the browser: the files are kept as well as it keeps them.
  await storage?.persist?.().catch(() => false);
}

/** Resolves once the lock is held. It is released when the page ends. Resolves at once in browsers without locks. */
async function holdLock(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return;
  await new Promise<void>((resolve) => {
    void locks.request(name, () => {
      resolve();
      return new Promise<never>(() => {});
    });
  });
}

/** Resolves once the lock is free; never in browsers without locks. */
async function waitForLock(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  await (locks ? locks.request(name, () => {}) : new Promise<never>(() => {}));
}

async function ifLockFree<Result>(name: string, run: () => Promise<Result>): Promise<Result | undefined> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return run();
  return locks.request(name, { ifAvailable: true }, async (lock) => (lock ? run() : undefined));
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let promise: Promise<Result> | undefined;
  return () => (promise ??= make());
}
