import { useEffect } from 'react';
import { documentTitle } from '../../../shared/site.ts';
import { focusPageTitle } from './focus-page.ts';

/** Sets the document title, and focuses the page's heading for screen readers if it was awaited. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = documentTitle(title);
    focusPageTitle();
  }, [title]);
}
