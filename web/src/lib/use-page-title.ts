import { useEffect } from 'react';
import { focusPageTitle } from './focus-page.ts';

const SITE = 'Gatherlens';

/** Names the page in the browser's tab and history, and for screen readers on arrival. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE}` : SITE;
    focusPageTitle();
  }, [title]);
}
