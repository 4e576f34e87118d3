import { Link } from 'react-router-dom';
import type { UserView } from '../../../shared/contract/entities.ts';
import { paths } from '../lib/paths.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { NavLinkItem } from './nav-links.ts';
import styles from './nav-drawer.module.css';
import { ProfileButton } from './profile-button.tsx';

type NavDrawerProps = {
  user: UserView | null;
  /** The signed-in user, else this browser's guest. */
  person: Parameters<typeof ProfileButton>[0]['user'] | null;
  links: readonly NavLinkItem[];
  pathname: string;
  returnTo: string;
  /** Opens the account dialog. */
  onAccount: () => void;
  onClose: () => void;
};

/** The navigation bar's links on small screens. Following one closes the drawer. */
export default function NavDrawer(props: NavDrawerProps) {
  const { user, person, links, pathname, returnTo, onClose } = props;
  return (
    <Dialog kind="drawer" title="Menu" onClose={onClose}>
      {person && <ProfileButton user={person} onOpen={props.onAccount} />}
      <nav className={styles.links} aria-label="Menu">
        {links.map(({ to, label }) =>
          to.includes('#') ? (
            <a key={to} href={to} onClick={onClose}>
              {label}
            </a>
          ) : (
            <Link key={to} to={to} onClick={onClose} aria-current={to === pathname ? 'page' : undefined}>
              {label}
            </Link>
          ),
        )}
      </nav>
      <div className={styles.person}>
        {user ? (
          <ButtonAnchor href={paths.logout} wide>
            Sign Out
          </ButtonAnchor>
        ) : (
          <>
            <ButtonAnchor href={paths.login(returnTo)} wide>
              Sign In
            </ButtonAnchor>
            <ButtonAnchor href={paths.login(paths.create)} variant="primary" wide>
              Create Event
            </ButtonAnchor>
          </>
        )}
      </div>
    </Dialog>
  );
}
