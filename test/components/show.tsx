import '../../web/src/app/tokens.css';
import '../../web/src/app/base.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { render } from 'vitest-browser-react';
import { Toaster } from '../../web/src/ui/toaster.tsx';
import { Address } from './address.tsx';
import { newPage } from './page-cache.ts';

type ShowOptions = {
  /** The address that the component is shown at, and the route's pattern. */
  at?: string;
  route?: string;
  /** The cache of a page that was shown before, with its queue of uploads. */
  client?: QueryClient;
};

/** Shows a component as a page of the site does: with its styles, a router, a cache of its own, and toasts. */
export async function show(
  element: ReactNode,
  { at = '/', route = '*', client = newPage() }: ShowOptions = {},
) {
  let address = at;
  const around = (shown: ReactNode) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Address onChange={(shown) => void (address = shown)} />
        {/* Before what is shown, because the last one to open has the toasts. */}
        <Toaster />
        <main>
          <Routes>
            <Route path={route} element={shown} />
            <Route path="*" element={null} />
          </Routes>
        </main>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const screen = await render(around(element));
  return {
    client,
    /** Path and query of the page that is shown now. */
    address: () => address,
    /** Shows the component with other properties. */
    update: (changed: ReactNode) => screen.rerender(around(changed)),
    unmount: () => screen.unmount(),
  };
}
