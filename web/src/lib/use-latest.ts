import { useLayoutEffect, useRef } from 'react';

/** The latest value behind a stable ref, for callbacks that outlive a rendering. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
