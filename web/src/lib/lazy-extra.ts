import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/** Part of a page that is still good without it: where its code does not come, nothing stands there. */
export const lazyExtra = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => load().catch(() => ({ default: Nothing })));
