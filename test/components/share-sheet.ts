import { onTestFinished, vi } from 'vitest';

/** Gives the page a share sheet, which the browser that runs the tests has not, until the test is over. */
export function withShareSheet() {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue(undefined);
  const canShare = vi.fn<(data: ShareData) => boolean>().mockReturnValue(true);
  Object.defineProperties(navigator, {
    share: { value: share, configurable: true },
    canShare: { value: canShare, configurable: true },
  });
  onTestFinished(withoutShareSheet);
  return { share, canShare };
}

/** As this browser is. */
export function withoutShareSheet(): void {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
}

/** What browsers reject with. */
export const problem = (name: string) => Promise.reject(new DOMException('', name));
