/** Who uses this browser: `user:<id>` or `guest:<id>`. */
export type BrowserIdentity = {
  /** The current person; undefined for anonymous viewers. */
  readonly uploader: string | undefined;
  /** The guest whose credentials this browser has, even if a user is signed in. */
  readonly guest: string | undefined;
};

/**
 * Who a pending file is uploaded as: the person who queued it, as long as this browser can act as them. Files of a guest
 * whose credentials are gone (claimed by an account, or rejected) go to the current person, because nobody else could
 * ever send them; an anonymous viewer at least sees them.
 * @returns undefined for another person's files
 */
export function effectiveUploader(uploader: string, identity: BrowserIdentity): string | undefined {
  if (uploader === identity.uploader || uploader === identity.guest) return uploader;
  return uploader.startsWith('guest:') ? (identity.uploader ?? uploader) : undefined;
}
