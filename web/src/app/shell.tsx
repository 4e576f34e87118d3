import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { Toaster } from '../ui/toaster.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './shell.module.css';

/** What stays while pages change: skip link, navigation bar, the page's place, toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useArrival(pathname, main);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <NavBar />
      <OfflineNotice />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname}>
          <Suspense>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Toaster />
    </>
  );
}

/** A new page starts at its top with the focus in it; going back leaves both to the browser. */
function useArrival(pathname: string, main: { readonly current: HTMLElement | null }) {
  const kind = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind === NavigationType.Pop) return;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, kind, main]);
}
