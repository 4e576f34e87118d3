import { useEffect } from 'react';
import { CallError } from '../lib/call.ts';
import { writeGuest } from '../lib/guest-credentials.ts';

/** Whether a call was refused because the server no longer knows the guest who made it. */
export const isGuestForgotten = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'unauthenticated';

/** A guest that the server no longer knows is forgotten here, too: the visitor starts anew. */
export function useForgottenGuest(isForgotten: boolean): void {
  useEffect(() => {
    if (isForgotten) writeGuest(null);
  }, [isForgotten]);
}
