import { StrictMode, type ComponentType, type ReactNode } from 'react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { PageBoundary } from './page-boundary.tsx';
import { AppRoutes } from './router.tsx';
import { Shell } from './shell.tsx';

type ApplicationProps = {
  client: QueryClient;
  Router: ComponentType<{ children: ReactNode }>;
};

/** The whole app, both in the browser and when the landing page is prerendered. */
export function Application({ client, Router }: ApplicationProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Router>
          <PageBoundary region="application">
            <Shell>
              <AppRoutes />
            </Shell>
          </PageBoundary>
        </Router>
      </QueryClientProvider>
    </StrictMode>
  );
}
