import { StrictMode, type ComponentType, type ReactNode } from 'react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRoutes } from './router.tsx';
import { Shell } from './shell.tsx';

type ApplicationProps = {
  /** The cache of answers. */
  client: QueryClient;
  /** Where the address comes from. */
  Router: ComponentType<{ children: ReactNode }>;
};

/** The whole application, in a browser and where the landing page is drawn ahead. */
export function Application({ client, Router }: ApplicationProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Router>
          <Shell>
            <AppRoutes />
          </Shell>
        </Router>
      </QueryClientProvider>
    </StrictMode>
  );
}
