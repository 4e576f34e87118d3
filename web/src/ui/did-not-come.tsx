import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Says that the network did not bring a part of the page, and tries again when asked. */
export function DidNotCome({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <EmptyState title={`The ${what} did not come`} action={<Button onClick={onRetry}>Try again</Button>} />
  );
}
