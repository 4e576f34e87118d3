import { focusPage } from '../lib/focus-page.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadErrorProps = { what: string; isTrying?: boolean; onRetry: () => void };

/** Says that the network did not bring a part of the page, and tries again when asked. */
export function LoadError({ what, isTrying, onRetry }: LoadErrorProps) {
  return (
    <div ref={passFocusOn} role="alert">
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

/** What came in its place takes the focus with the button: to the last photo that stands, else to the page. */
const passFocusOn = (part: HTMLElement | null) => () => {
  if (!part?.contains(document.activeElement)) return;
  const photo = document.querySelector<HTMLElement>('[data-index]:last-child button');
  if (photo) photo.focus();
  else focusPage();
};
