import { useState, useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Whether the server drew this component, and the browser took it over. It stays true. */
export function useServerDrawn(): boolean {
  const isServerDrawn = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  return useState(isServerDrawn)[0];
}
