import { useEffect, useRef } from 'react';

/** Tells whether the component is still on the page, for answers that may come after it was left. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
