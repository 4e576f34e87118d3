import { lazyWithRetry } from '../lib/lazy-with-retry.tsx';
import { useSessionView } from '../lib/use-session.ts';
import styles from './session-notice.module.css';

const SessionNoticeText = lazyWithRetry(() => import('./session-notice-text.tsx'));

/**
 * Says that the session has changed under the page, and offers the way on. It stays until it is dismissed. There is one in
 * the shell and one in every dialog, because everything outside an open modal dialog is inert. The live region is rendered
 * before its text, or screen readers would not announce it.
 */
export function SessionNotice() {
  const { notice, keptFor } = useSessionView();
  return <output className={styles.place}>{notice && <SessionNoticeText {...{ notice, keptFor }} />}</output>;
}
