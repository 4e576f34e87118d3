import { Component, type ReactNode } from 'react';
import { removePlainPage } from '../lib/first-data.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown when a page fails to render or to load its code, with a button to reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    removePlainPage();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
}
