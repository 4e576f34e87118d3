const KEY = 'signed_in_before';

/**
 * Whether the last visit in this browser was signed in. Only decides what is drawn while the lookup is under
 * way, so that a host coming back does not see the landing page flash by; it grants nothing.
 */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Remembers what the lookup said. */
export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage every visit starts as a first one.
  }
}
