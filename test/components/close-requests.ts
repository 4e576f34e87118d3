import { vi } from 'vitest';

type CloseWatcher = EventTarget & { destroy: () => void; requestClose: () => void };

/**
 * Records who would hear of a close request, until globals are unstubbed.
 * @returns makes a request such as Android's Back, and says whether the page took it
 */
export function recordCloseRequests(): () => boolean {
  const watching = new Set<CloseWatcher>();
  const Native = (window as unknown as { CloseWatcher: new () => CloseWatcher }).CloseWatcher;
  class Recorded extends Native {
    constructor() {
      super();
      watching.add(this);
      const destroy = this.destroy.bind(this);
      this.destroy = () => {
        watching.delete(this);
        destroy();
      };
    }
  }
  vi.stubGlobal('CloseWatcher', Recorded);
  return () => {
    const [last] = [...watching].toReversed();
    last?.requestClose();
    return last !== undefined;
  };
}
