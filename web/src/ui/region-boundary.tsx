import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import type { Region } from '../../../shared/values/browser-reports.ts';
import { noteProblem } from '../lib/note-problem.ts';
import { isLoadFailure } from '../lib/is-load-failure.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { moveFocusOnRemoval } from './load-error.tsx';

type RegionBoundaryProps = {
  /** By which name its crashes are reported. */
  region: Region;
  children: ReactNode;
  /** Shown instead of the region after a crash, if not an error with a retry button. */
  fallback?: ReactNode;
  /** The region is drawn anew when one of them changes. */
  resetKeys?: readonly unknown[];
  onCrash?: () => void;
};

/** Keeps a crash to one region of the page: the others stay usable. */
export function RegionBoundary({ region, children, fallback, resetKeys = [], onCrash }: RegionBoundaryProps) {
  return (
    <ErrorBoundary
      resetKeys={[...resetKeys]}
      onError={(error) => {
        // Code that did not arrive is counted where it was loaded, and is no crash.
        if (!isLoadFailure(error)) noteProblem({ kind: 'crash', region });
        onCrash?.();
      }}
      {...(fallback === undefined ? { FallbackComponent: RegionError } : { fallback })}
    >
      {children}
    </ErrorBoundary>
  );
}

type RegionOf<Props> = {
  region: Region;
  fallback?: ReactNode;
  resetKeys?: (props: Props) => readonly unknown[];
  onCrash?: (props: Props) => void;
};

/** The same for a component that is a region wherever it stands. */
export function asRegion<Props extends object>(
  Content: ComponentType<Props>,
  { region, fallback, resetKeys, onCrash }: RegionOf<Props>,
): ComponentType<Props> {
  return function RegionOfPage(props: Props) {
    return (
      <RegionBoundary
        region={region}
        fallback={fallback}
        resetKeys={resetKeys?.(props)}
        onCrash={() => onCrash?.(props)}
      >
        <Content {...props} />
      </RegionBoundary>
    );
  };
}

function RegionError({ resetErrorBoundary }: FallbackProps) {
  return (
    <div ref={moveFocusOnRemoval} role="alert">
      <EmptyState
        title="This part could not be shown"
        text="Something went wrong here. The rest of the page still works."
        action={
          <>
            <Button onClick={() => resetErrorBoundary()}>Try again</Button>
            <Button variant="quiet" onClick={() => location.reload()}>
              Load the page again
            </Button>
          </>
        }
      />
    </div>
  );
}
