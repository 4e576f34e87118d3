import CloseIcon from 'lucide-react/icons/x';
import type { UserView } from '../../../shared/contract/entities.ts';
import { paths } from '../lib/paths.ts';
import { displayName } from '../lib/person-name.ts';
import { type SessionNotice, type SessionView, sessionWatch } from '../lib/session-watch.ts';
import { ButtonAnchor, IconButton } from './button.tsx';
import styles from './session-notice.module.css';

type SessionNoticeTextProps = Pick<SessionView, 'keptFor'> & { notice: SessionNotice };

/** What has happened to the session, and the way on. */
export default function SessionNoticeText({ notice, keptFor }: SessionNoticeTextProps) {
  return (
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
  );
}

function noticeText(user: UserView | null, keptFor: UserView | null | undefined): string {
  const happened = user ? `You are now signed in as ${displayName(user)}.` : 'You have been signed out.';
  if (!keptFor) return happened;
  return `${happened} What you entered stays here: sign in as ${displayName(keptFor)} in a new tab, come back and go on.`;
}
