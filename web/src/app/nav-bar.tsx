import MenuIcon from 'lucide-react/icons/menu';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { guestPerson, useGuest } from '../lib/guest-credentials.ts';
import { lazyWithRetry } from '../lib/lazy-with-retry.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/use-session.ts';
import { ButtonAnchor, IconButton } from '../ui/button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Link } from '../ui/link.tsx';
import { hostLinks, visitorLinks } from './nav-links.ts';
import styles from './nav-bar.module.css';
import { ProfileButton } from './profile-button.tsx';
import { Wordmark } from './wordmark.tsx';

const NavDrawer = lazyDialog(() => import('./nav-drawer.tsx'));
const AccountDialog = lazyDialog(() => import('../routes/account/account-dialog.tsx'));
const ClaimOffer = lazyWithRetry(() => import('../features/account/claim-offer.tsx'));

/** Sticks to the top of every page; a side drawer holds its links where there is no room for them. */
export function NavBar() {
  const { user, isLoading } = useSession();
  const { pathname, search } = useLocation();
  const guest = useGuest();
  const [opened, setOpened] = useState<'menu' | 'own'>();
  const close = () => setOpened(undefined);
  const person = user ?? guestPerson(guest);
  const links = user ? hostLinks : visitorLinks(pathname);

  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <Link to={paths.home} className={styles.logo} aria-label="Gatherlens, home">
          <Wordmark />
        </Link>
        {/* Nobody is asked about a visitor: this is a host coming back, to whom a visitor's links would flash by. */}
        {!isLoading && (
          <>
            <nav className={styles.links} aria-label="Main">
              <NavLinks links={links} pathname={pathname} />
            </nav>
            <div className={styles.person}>
              {person && <ProfileButton user={person} onOpen={() => setOpened('own')} />}
              {user ? (
                <ButtonAnchor href={paths.logout} variant="quiet">
                  Sign Out
                </ButtonAnchor>
              ) : (
                <>
                  <ButtonAnchor href={paths.login(pathname + search)} variant="quiet">
                    Sign In
                  </ButtonAnchor>
                  <ButtonAnchor href={paths.login(paths.create)}>Create Event</ButtonAnchor>
                </>
              )}
            </div>
          </>
        )}
        <IconButton
          label="Open menu"
          className={styles.menu}
          aria-haspopup="dialog"
          aria-expanded={opened === 'menu'}
          onClick={() => setOpened('menu')}
        >
          <MenuIcon />
        </IconButton>
      </div>
      {opened === 'menu' && (
        <NavDrawer
          user={user}
          person={person}
          links={links}
          pathname={pathname}
          returnTo={pathname + search}
          onOwn={() => setOpened('own')}
          onClose={close}
        />
      )}
      {opened === 'own' && <AccountDialog user={user} guest={guest} onClose={close} />}
      {user && guest && <ClaimOffer key={guest.id} guest={guest} />}
    </header>
  );
}

type NavLinksProps = { links: readonly { to: string; label: string }[]; pathname: string };

/** The links with the current page's one marked. Anchors of the same page are left to the browser. */
function NavLinks({ links, pathname }: NavLinksProps) {
  return links.map(({ to, label }) =>
    to.includes('#') ? (
      <a key={to} href={to} className={styles.link}>
        {label}
      </a>
    ) : (
      <Link key={to} to={to} className={styles.link} aria-current={to === pathname ? 'page' : undefined}>
        {label}
      </Link>
    ),
  );
}
