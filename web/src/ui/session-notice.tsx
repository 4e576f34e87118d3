import CloseIcon from 'lucide-react/icons/x';
import type { UserView } from '../../../shared/contract/entities.ts';
import { paths } from '../lib/paths.ts';
import { displayName } from '../lib/person-name.ts';
import { sessionWatch } from '../lib/session-watch.ts';
import { useSessionView } from '../lib/use-session.ts';
import { ButtonAnchor, IconButton } from './button.tsx';
import styles from './session-notice.module.css';

/**
 * Says that the session has changed under the page, and offers the way on. It stays until it is dismissed. There is one in
 * the shell and one in every dialog, because everything outside an open modal dialog is inert. The live region is rendered
 * before its text, or screen readers would not announce it.
 */
export function SessionNotice() {
  const { notice, keptFor } = useSessionView();
  return (
    <output className={styles.place}>
      {notice && (
        <div className={styles.notice}>
          <div className={styles.words}>
            <p>{noticeText(notice.user, keptFor)}</p>
            {(!notice.user || keptFor) && (
              <ButtonAnchor
                href={paths.login(location.pathname + location.search)}
                // Leaving would lose what was entered.
                target={keptFor === undefined ? undefined : '_blank'}
              >
                Sign In
              </ButtonAnchor>
            )}
          </div>
          <IconButton label="Dismiss" onClick={() => sessionWatch.dismiss()}>
            <CloseIcon />
          </IconButton>
        </div>
      )}
    </output>
  );
}

function noticeText(user: UserView | null, keptFor: UserView | null | undefined): string {
  const happened = user ? `You are now signed in as ${displayName(user)}.` : 'You have been signed out.';
  if (!keptFor) return happened;
  return `${happened} What you entered stays here: sign in as ${displayName(keptFor)} in a new tab, come back and go on.`;
}
