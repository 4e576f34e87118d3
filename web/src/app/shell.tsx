import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusPage } from '../lib/focus-page.ts';
import { Toaster } from '../ui/toaster.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './shell.module.css';

/** What stays while pages change: skip link, navigation bar, the page's place, toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useArrival(pathname);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <NavBar />
      <OfflineNotice />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname}>
          <Suspense>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Toaster />
    </>
  );
}

/** A new page has the focus at its beginning, and starts at its top; of a page one goes back to the browser knows the place. */
function useArrival(pathname: string) {
  const kind = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind !== NavigationType.Pop) scrollTo(0, 0);
    focusPage();
  }, [pathname, kind]);
}
