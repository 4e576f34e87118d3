import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusPage } from '../lib/focus-page.ts';
import { RegionBoundary } from '../ui/region-boundary.tsx';
import { SessionNotice } from '../ui/session-notice.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PageBoundary } from './page-boundary.tsx';
import styles from './shell.module.css';

/** What all pages share: skip link, navigation bar, main region, toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useFocusNewPage(pathname);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <RegionBoundary region="navigation">
        <NavBar />
      </RegionBoundary>
      <OfflineNotice />
      <SessionNotice />
      <main id="main" tabIndex={-1} className={styles.main}>
        <PageBoundary key={pathname} region="page">
          <Suspense>{children}</Suspense>
        </PageBoundary>
      </main>
      <Toaster />
    </>
  );
}

/** Focuses a new page and scrolls it to the top. On back navigation the browser restores the scroll position. */
function useFocusNewPage(pathname: string) {
  const navigationType = useNavigationType();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (navigationType !== NavigationType.Pop) scrollTo(0, 0);
    focusPage();
  }, [pathname, navigationType]);
}
