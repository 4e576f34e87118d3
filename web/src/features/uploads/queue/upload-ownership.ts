/** Who uses this browser, as jobs name people: `user:<id>` or `guest:<id>`. */
export type BrowserIdentity = {
  /** Who uploads now; undefined for a stranger, who has not said a name yet. */
  readonly uploader: string | undefined;
  /** The guest whose credentials are kept here, whoever is signed in. */
  readonly guest: string | undefined;
};

/**
 * As whom a left file is sent on: as who queued it, while this browser can. A guest that it no longer is (claimed by
 * an account, or refused) leaves its files to who uses the browser now: nobody else could ever send them. A stranger sees them, at least.
 * @returns undefined for other people's files
 */
export function effectiveUploader(uploader: string, identity: BrowserIdentity): string | undefined {
  if (uploader === identity.uploader || uploader === identity.guest) return uploader;
  return uploader.startsWith('guest:') ? (identity.uploader ?? uploader) : undefined;
}
