import { focusPage } from '../lib/focus-page.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadErrorProps = { what: string; isTrying?: boolean; onRetry: () => void };

/** Says that a part of the page failed to load, with a retry button. */
export function LoadError({ what, isTrying, onRetry }: LoadErrorProps) {
  return (
    <div ref={moveFocusOnRemoval} role="alert">
      <EmptyState
        title={`The ${what} did not come`}
        action={
          <Button pending={isTrying} onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}

/** When the retry button that has the focus is replaced, moves the focus to the last photo, else to the page. */
export const moveFocusOnRemoval = (container: HTMLElement | null) => () => {
  if (!container?.contains(document.activeElement)) return;
  const photo = document.querySelector<HTMLElement>('[data-index]:last-child a');
  if (photo) photo.focus();
  else focusPage();
};
