import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from '../files/json-file.ts';

const account = z.object({
  /** Stays the same for an e-mail address. */
  sub: z.string(),
  /** In lower case. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  createdAt: z.string(),
  lastSignInAt: z.string(),
});
export type Account = z.output<typeof account>;

const fileShape = z.object({ accounts: z.array(account) });

export type Accounts = {
  /** Latest sign-in first. */
  list(): readonly Account[];
  find(sub: string): Account | undefined;
  /** Signs in by e-mail address, creating the account the first time. A blank name keeps the previous one. */
  signIn(person: { email: string; firstName: string; lastName: string }): Promise<Account>;
  /** Signs an existing account in again; undefined if there is none. */
  signInAgain(sub: string): Promise<Account | undefined>;
  /** Removes an account; resolves to whether it existed. */
  remove(sub: string): Promise<boolean>;
  /** Resolves when everything is on disk. */
  settled(): Promise<void>;
};

/** Opens the accounts that have signed in on this machine, kept in one small file. */
export async function openAccounts(path: string, now: () => Date): Promise<Accounts> {
  const known = await readJsonFile(path, (value) => fileShape.parse(value).accounts);
  const bySub = new Map((known ?? []).map((one) => [one.sub, one]));
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    // Writes run one after the other, each with all accounts, so that the last one holds everything. A failed
    // write rejects for its own caller and does not stop the next.
    const written = writing.then(() => writeJsonFile(path, { accounts: [...bySub.values()] }));
    writing = written.catch(() => undefined);
    await written;
  };
  const keep = async (one: Account): Promise<Account> => {
    bySub.set(one.sub, one);
    await write();
    return one;
  };

  return {
    list: () => [...bySub.values()].toSorted((a, b) => b.lastSignInAt.localeCompare(a.lastSignInAt)),
    find: (sub) => bySub.get(sub),
    settled: () => writing,
    async remove(sub) {
      const wasThere = bySub.delete(sub);
      // Even if it is gone already: an earlier call may have failed to write.
      await write();
      return wasThere;
    },
    async signInAgain(sub) {
      const one = bySub.get(sub);
      return one && keep({ ...one, lastSignInAt: now().toISOString() });
    },
    signIn(person) {
      const email = person.email.trim().toLowerCase();
      const at = now().toISOString();
      const before = bySub.values().find((one) => one.email === email);
      return keep({
        sub: before?.sub ?? randomUUID(),
        email,
        firstName: person.firstName.trim() || (before?.firstName ?? ''),
        lastName: person.lastName.trim() || (before?.lastName ?? ''),
        createdAt: before?.createdAt ?? at,
        lastSignInAt: at,
      });
    },
  };
}
