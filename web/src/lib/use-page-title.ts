import { useEffect } from 'react';
import { focusPageTitle } from './focus-page.ts';

const SITE = 'Gatherlens';

/** Sets the document title, and focuses the page's heading for screen readers if it was awaited. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE}` : SITE;
    focusPageTitle();
  }, [title]);
}
