import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { readFirstData } from '../lib/first-page.ts';
import { createQueryClient, seedQueries } from '../lib/query-client.ts';

/** What every screen stands on: the address and the cache of answers. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>{children}</BrowserRouter>
    </QueryClientProvider>
  );
}

function newClient() {
  const client = createQueryClient();
  const first = readFirstData();
  if (first) seedQueries(client, first);
  return client;
}
