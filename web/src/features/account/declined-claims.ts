const KEY = 'guest_claim_declined';

// Without storage, a decline lasts until the page is closed.
let declined: string | null = null;

/** Whether claiming this guest was declined in this browser. */
export function isClaimDeclined(guestId: string): boolean {
  try {
    return declined === guestId || localStorage.getItem(KEY) === guestId;
  } catch {
    return declined === guestId;
  }
}

/** Remembers that the user does not want to claim this guest. */
export function declineClaim(guestId: string): void {
  declined = guestId;
  try {
    localStorage.setItem(KEY, guestId);
  } catch {
    // Storage is unavailable: the variable has it.
  }
}
