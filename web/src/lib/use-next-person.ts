import { useEffect } from 'react';
import { sessionWatch } from './session-watch.ts';
import { useLatest } from './use-latest.ts';

/** Calls back when the screen becomes another person's: who is signed in has changed, as in another tab. */
export function useNextPerson(onNext: () => void): void {
  const latest = useLatest(onNext);
  useEffect(() => {
    let person = sessionWatch.expectedUser();
    return sessionWatch.subscribe(() => {
      const next = sessionWatch.expectedUser();
      if (next === person) return;
      person = next;
      latest.current();
    });
  }, [latest]);
}
