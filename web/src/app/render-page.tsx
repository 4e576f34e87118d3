import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { FirstData } from '../../../shared/contract/first-data.ts';
import { seedQueries } from '../changes/seed-queries.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { Application } from './application.tsx';

/**
 * Renders a page to the HTML that the app hydrates: the landing page at build time, and events' galleries for each viewer.
 * @param address path and query
 * @param first all that the page shows; nothing is fetched
 * @returns undefined if the page shows something that is not in `first`, or that the site's Content-Security-Policy forbids
 * @throws Error if drawing fails
 */
export async function renderPage(address: string, first: FirstData): Promise<string | undefined> {
  const client = createQueryClient();
  seedQueries(client, first);
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  );
  let cause: unknown;
  const { prelude } = await prerenderToNodeStream(
    <Application client={client} texts={first.texts} Router={Router} />,
    {
      // In one chunk: later chunks would need inline scripts to be put into place.
      progressiveChunkSize: Infinity,
      onError: (error) => {
        cause ??= error;
      },
    },
  );
  const html = await text(prelude);
  if (cause !== undefined) throw new Error('The page was not drawn.', { cause });
  // React inserts parts that suspended with inline scripts. Skeletons have styles of their own.
  return /<script|<template|<!--\$[?!]| style="/.test(html) ? undefined : html;
}
