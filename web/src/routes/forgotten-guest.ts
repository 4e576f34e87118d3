import { useEffect } from 'react';
import { writeGuest } from '../lib/guest-credentials.ts';

/** A guest that the server no longer knows is forgotten here, too: the visitor starts anew. */
export function useForgottenGuest(isForgotten: boolean): void {
  useEffect(() => {
    if (isForgotten) writeGuest(null);
  }, [isForgotten]);
}
