import { AccountButton } from '../features/account/account-button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { LegalText } from '../ui/legal-text.tsx';

const AccountDialog = lazyDialog(() => import('./account/account-dialog.tsx'));

/** The privacy policy. */
export default function Privacy() {
  return (
    <LegalText title="Privacy">
      <p>Gatherlens keeps what a shared gallery needs, and nothing to follow you around with.</p>
      <h2>What is kept</h2>
      <p>
        Of hosts and signed-in guests: e-mail address, first and last name, as the sign-in gives them. Of
        guests without an account: the name they type in and, if they give one, an e-mail address. Of
        everybody: the photos and videos they upload, with the date they were taken, and their votes. Of
        whoever downloads, a code that stands for them in one event, for 30 days at most, so that they are
        counted once.
      </p>
      <h2>Who sees it</h2>
      <p>
        The host decides whether an event is private, unlisted or public. In the gallery every uploader is
        called “Contributor”; the host sees names, and everybody sees first names beside large photos if the
        host chooses so, which you are told when you upload. The pictures that are shown carry no place and no
        camera data. The file as you uploaded it can be downloaded by you and by the host only. Hosts see how
        many people downloaded, not who.
      </p>
      <h2>Payments and notifications</h2>
      <p>
        Paid events are paid for on Stripe’s own page; card numbers never reach this site. Notifications go
        through your browser’s push service, only after you allow them, until you turn them off.
      </p>
      <h2>Cookies and storage</h2>
      <p>
        One cookie keeps you signed in and short-lived ones let your browser load an event’s pictures. A
        guest’s identity, unfinished uploads and a note of what was sent stay in this browser’s own storage.
        There is no tracking and no analytics.
      </p>
      <h2>Having it deleted</h2>
      <p>
        Press your name at the top of any page and choose to delete your account or, as a guest, what this
        browser knows you by. Name, e-mail address and votes go. Whether your photos stay without a name or
        go, too, is up to you. The host of an event can delete any item and the whole event, with every file
        in it. Records of payments are kept without names, as bookkeeping demands.
      </p>
      <AccountButton dialog={AccountDialog} />
    </LegalText>
  );
}
