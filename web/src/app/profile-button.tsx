import { useState } from 'react';
import type { UserView } from '../../../shared/contract/entities.ts';
import { avatarLetter, displayName } from '../lib/person-name.ts';
import styles from './nav-bar.module.css';

type ProfileButtonProps = {
  user: Pick<UserView, 'firstName' | 'email' | 'profileImageUrl'>;
  onOpen: () => void;
};

/** The current person's picture, or first letter, and name. Opens the account dialog. */
export function ProfileButton({ user, onOpen }: ProfileButtonProps) {
  const [hasPicture, setHasPicture] = useState(true);
  return (
    <button type="button" className={styles.profile} aria-haspopup="dialog" onClick={onOpen}>
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
    </button>
  );
}
