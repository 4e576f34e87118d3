import { fetchLater } from '../../lib/fetch-later.ts';

/**
 * Who looks around soon looks at the details of a tile or opens it. What fails to load is loaded again when it is needed. The build
 * names for `fetchLater` what is imported here.
 */
export async function preloadNextSteps(): Promise<void> {
  if (!(await fetchLater().catch(() => false))) return;
  const [{ warmFormatters }] = await Promise.all([
    import('../../features/gallery/tile-overlay.tsx'),
    import('./lightbox.tsx'),
  ]);
  warmFormatters();
}
