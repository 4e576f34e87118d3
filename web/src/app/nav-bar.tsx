import MenuIcon from 'lucide-react/icons/menu';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { guestPerson, useGuest } from '../lib/guest-credentials.ts';
import { lazyWithRetry } from '../lib/lazy-with-retry.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/use-session.ts';
import { ButtonAnchor, IconButton } from '../ui/button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { asRegion } from '../ui/region-boundary.tsx';
import { hostLinks, anonymousLinks } from './nav-links.ts';
import styles from './nav-bar.module.css';
import { ProfileButton } from './profile-button.tsx';
import { Wordmark } from './wordmark.tsx';

const NavDrawer = lazyDialog(() => import('./nav-drawer.tsx'));
const AccountDialog = lazyDialog(() => import('../routes/account/account-dialog.tsx'));
const ClaimOffer = asRegion(
  lazyWithRetry(() => import('../features/account/claim-offer.tsx')),
  { region: 'claim-offer', fallback: null },
);

/** Sticky navigation on every page. Small screens get its links in a drawer. */
export function NavBar() {
  const { user, isLoading } = useSession();
  const { pathname, search } = useLocation();
  const guest = useGuest();
  const [openDialog, setOpenDialog] = useState<'menu' | 'account'>();
  const close = () => setOpenDialog(undefined);
  const person = user ?? guestPerson(guest);
  const links = user ? hostLinks : anonymousLinks(pathname);

  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <Link to={paths.home} className={styles.logo} aria-label="Gatherlens, home">
          <Wordmark />
        </Link>
        {/* Anonymous viewers need no session lookup: while one is loading, this is a returning host, and links of the landing page would flash. */}
        {!isLoading && (
          <>
            <nav className={styles.links} aria-label="Main">
              <NavLinks links={links} pathname={pathname} />
            </nav>
            <div className={styles.person}>
              {person && <ProfileButton user={person} onOpen={() => setOpenDialog('account')} />}
              <SessionButtons isSignedIn={user !== null} returnTo={pathname + search} />
            </div>
          </>
        )}
        <IconButton
          label="Open menu"
          className={styles.menu}
          aria-haspopup="dialog"
          aria-expanded={openDialog === 'menu'}
          onClick={() => setOpenDialog('menu')}
        >
          <MenuIcon />
        </IconButton>
      </div>
      {openDialog === 'menu' && (
        <NavDrawer
          user={user}
          person={person}
          links={links}
          pathname={pathname}
          returnTo={pathname + search}
          onAccount={() => setOpenDialog('account')}
          onClose={close}
        />
      )}
      {openDialog === 'account' && <AccountDialog guest={guest} onClose={close} />}
      {user && guest && <ClaimOffer key={guest.id} guest={guest} />}
    </header>
  );
}

type NavLinksProps = { links: readonly { to: string; label: string }[]; pathname: string };

/** Marks the current page's link. Same-page anchors are left to the browser. */
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

function SessionButtons({ isSignedIn, returnTo }: { isSignedIn: boolean; returnTo: string }) {
  return isSignedIn ? (
    <ButtonAnchor href={paths.logout} variant="quiet">
      Sign Out
    </ButtonAnchor>
  ) : (
    <>
      <ButtonAnchor href={paths.login(returnTo)} variant="quiet">
        Sign In
      </ButtonAnchor>
      <ButtonAnchor href={paths.login(paths.create)}>Create Event</ButtonAnchor>
    </>
  );
}
