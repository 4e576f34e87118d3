import { useState } from 'react';
import type { UserView } from '../../../shared/contract/entities.ts';
import { avatarLetter, displayName } from '../lib/person.ts';
import styles from './nav-bar.module.css';

/** Who is signed in: picture or first letter, and name. */
export function Profile({ user }: { user: UserView }) {
  const [hasPicture, setHasPicture] = useState(true);
  return (
    <span className={styles.profile}>
      <span className={styles.avatar} aria-hidden="true">
        {user.profileImageUrl && hasPicture ? (
          <img
            src={user.profileImageUrl}
            alt=""
            width={32}
            height={32}
            referrerPolicy="no-referrer"
            onError={() => setHasPicture(false)}
          />
        ) : (
          avatarLetter(user)
        )}
      </span>
      <span className={styles.name}>{displayName(user)}</span>
    </span>
  );
}
