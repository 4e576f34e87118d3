import type { EventView } from '../../../../shared/contract/entities.ts';
import CopyIcon from 'lucide-react/icons/copy';
import DownloadIcon from 'lucide-react/icons/download';
import ShareIcon from 'lucide-react/icons/share-2';
import { copyLink } from '../../ui/copy-link.ts';
import { formatDay } from '../../../../shared/values/calendar-day.ts';
import { privacyLabel } from '../../lib/privacy-label.ts';
import { eventLink, paths } from '../../lib/paths.ts';
import { formatPrice } from '../../lib/format-money.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { saveQrCode } from '../../ui/save-qr-code.ts';
import { hasShareSheet, shareLink } from '../../ui/share-link.ts';
import styles from './created-event.module.css';

const QR_PX = 256;

/** The screen after creation: the event's facts, and its link and QR code to share. */
export function CreatedEvent({ event }: { event: EventView }) {
  const link = eventLink(event.id);
  return (
    <div className={styles.created}>
      <div className={styles.about}>
        <h1>Event Created Successfully</h1>
        <Facts event={event} />
        {event.isPaid && (
          <p className={styles.note}>Guests must pay {formatPrice(event)} to access the gallery.</p>
        )}
        {event.privacy === 'private' && (
          <p className={styles.note}>
            Guests need an account to open it. If the link alone is to be enough, make it unlisted: press
            Share Event in the gallery.
          </p>
        )}
        <ButtonLink to={paths.event(event.id)} variant="primary" size="large" className={styles.next}>
          View Event Gallery
        </ButtonLink>
      </div>
      <section className={styles.share} aria-label="Share this event">
        <QrCode text={link} sizePx={QR_PX} />
        <a className={styles.link} href={link}>
          {link}
        </a>
        <div className={styles.buttons}>
          <Button onClick={() => void copyLink(link)}>
            <CopyIcon />
            Copy Link
          </Button>
          {hasShareSheet() && (
            <Button onClick={() => void shareLink({ link, title: event.name })}>
              <ShareIcon />
              Share Link
            </Button>
          )}
          <Button onClick={() => saveQrCode({ name: event.name, link }, 'png')}>
            <DownloadIcon />
            Download QR
          </Button>
        </div>
      </section>
    </div>
  );
}

function Facts({ event }: { event: EventView }) {
  const day = formatDay(event.date);
  const facts: [string, string][] = [
    ['Event Name', event.name],
    ...(day ? [['Date', day] as [string, string]] : []),
    ['Privacy', privacyLabel(event.privacy)],
    ['Moderation', event.moderationEnabled ? 'Enabled' : 'Disabled'],
    ...(event.isPaid ? [['Price', formatPrice(event)] as [string, string]] : []),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
