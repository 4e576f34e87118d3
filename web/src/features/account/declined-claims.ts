const KEY = 'guest_claim_declined';

// Where storage is forbidden, a decline holds as long as the page.
let declined: string | null = null;

/** Whether taking this guest along was declined in this browser. */
export function isClaimDeclined(guestId: string): boolean {
  try {
    return declined === guestId || localStorage.getItem(KEY) === guestId;
  } catch {
    return declined === guestId;
  }
}

/** Remembers that somebody does not want to take this guest along. */
export function declineClaim(guestId: string): void {
  declined = guestId;
  try {
    localStorage.setItem(KEY, guestId);
  } catch {
    // As above.
  }
}
