import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RegionBoundary } from '../ui/region-boundary.tsx';

type PageBoundaryProps = { region: 'application' | 'page'; children: ReactNode };

/** Shown when a page fails to render or to load its code, with a button to reload. */
export function PageBoundary({ region, children }: PageBoundaryProps) {
  return (
    <RegionBoundary region={region} fallback={<PageError />}>
      {children}
    </RegionBoundary>
  );
}

function PageError() {
  return (
    <EmptyState
      level={1}
      title="This page did not load"
      text="The network may be gone, or something went wrong here. Nothing of yours is lost."
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Load again
        </Button>
      }
    />
  );
}
