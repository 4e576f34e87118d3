import { StrictMode, type ComponentType, type ReactNode } from 'react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { FirstData } from '../../../shared/contract/first-data.ts';
import { KnownTextsContext } from '../lib/known-texts.ts';
import { PageBoundary } from './page-boundary.tsx';
import { AppRoutes } from './router.tsx';
import { Shell } from './shell.tsx';

const NO_TEXTS = { days: {}, counts: {} };

type ApplicationProps = {
  client: QueryClient;
  texts?: FirstData['texts'];
  Router: ComponentType<{ children: ReactNode }>;
};

/** The whole app, in the browser and where a page is rendered for it. */
export function Application({ client, texts = NO_TEXTS, Router }: ApplicationProps) {
  return (
    <StrictMode>
      <KnownTextsContext value={texts}>
        <QueryClientProvider client={client}>
          <Router>
            <PageBoundary region="application">
              <Shell>
                <AppRoutes />
              </Shell>
            </PageBoundary>
          </Router>
        </QueryClientProvider>
      </KnownTextsContext>
    </StrictMode>
  );
}
