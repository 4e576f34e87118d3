import type { QueryClient } from '@tanstack/react-query';

/** The cache for as long as it is one viewer's. */
export type Viewing = { readonly client: QueryClient };

const viewings = new WeakMap<QueryClient, Viewing>();

/** The present viewing, which a change that is begun now belongs to. */
export function viewingOf(client: QueryClient): Viewing {
  const viewing = viewings.get(client) ?? { client };
  viewings.set(client, viewing);
  return viewing;
}

/** The viewer is somebody else from now on. */
export function endViewing(client: QueryClient): void {
  viewings.delete(client);
}

/** A change by the viewer. It is dropped if the viewer has become somebody else since it was begun: that one reads it. */
export function byViewer<Args extends unknown[]>(
  change: (client: QueryClient, ...args: Args) => void,
): (viewing: Viewing, ...args: Args) => void {
  return (viewing, ...args) => {
    if (viewings.get(viewing.client) === viewing) change(viewing.client, ...args);
  };
}
