import { useEffect, useEffectEvent } from 'react';
import { sessionWatch } from '../lib/session-watch.ts';

/** Calls back when the screen becomes another person's: who is signed in has changed, as in another tab. */
export function useNextPerson(onNext: () => void): void {
  const tell = useEffectEvent(onNext);
  useEffect(() => {
    let person = sessionWatch.expectedUser();
    return sessionWatch.subscribe(() => {
      const next = sessionWatch.expectedUser();
      if (next === person) return;
      person = next;
      tell();
    });
  }, []);
}
