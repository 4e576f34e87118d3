import { useEffect, useEffectEvent, useState } from 'react';
import { sessionWatch } from '../lib/session-watch.ts';

/** Calls back when the screen becomes another person's: who is signed in has changed, as in another tab. */
export function useNextPerson(onNext: () => void): void {
  const tell = useEffectEvent(onNext);
  const [drawnFor] = useState(() => sessionWatch.expectedUser());
  useEffect(() => {
    let person = drawnFor;
    const look = () => {
      const next = sessionWatch.expectedUser();
      if (next === person) return;
      person = next;
      tell();
    };
    // The session may have changed since the screen was drawn.
    look();
    return sessionWatch.subscribe(look);
  }, [drawnFor]);
}
