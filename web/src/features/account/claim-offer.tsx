import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { GuestCredentials } from '../../lib/guest-credentials.ts';
import { Button } from '../../ui/button.tsx';
import { claimGuest } from './actions.ts';
import styles from './claim-offer.module.css';
import { declineClaim, isClaimDeclined } from './declined-claims.ts';

type ClaimOfferProps = { guest: GuestCredentials };

/** Offers a signed-in user once to move what they did as this browser's guest to their account. */
export default function ClaimOffer({ guest }: ClaimOfferProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(() => !isClaimDeclined(guest.id));
  const { mutate, isPending } = useMutation(claimGuest(useQueryClient(), guest));
  if (!isOpen) return null;
  const decline = () => {
    declineClaim(guest.id);
    setOpen(false);
  };
  return (
    <section className={styles.offer} data-claim aria-labelledby={id}>
      {/* A live region, because the offer appears unasked and does not take the focus. */}
      <output className={styles.words}>
        <strong id={id}>Take your photos along?</strong>
        <span>
          In this browser you were the guest{' '}
          {guest.name && (
            <em>
              <bdi>{guest.name}</bdi>
            </em>
          )}
          . Your photos, votes and payments can move to your account.
        </span>
      </output>
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={isPending} onClick={decline}>
          No, Thanks
        </Button>
        <Button pending={isPending} onClick={() => mutate()}>
          {isPending ? 'Moving...' : 'Move to My Account'}
        </Button>
      </div>
    </section>
  );
}
