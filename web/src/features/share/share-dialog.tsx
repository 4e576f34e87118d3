import CopyIcon from 'lucide-react/icons/copy';
import DownloadIcon from 'lucide-react/icons/download';
import OpenIcon from 'lucide-react/icons/external-link';
import ScreenIcon from 'lucide-react/icons/monitor';
import PrintIcon from 'lucide-react/icons/printer';
import ShareIcon from 'lucide-react/icons/share-2';
import { useId, useState } from 'react';
import type { EventView, Privacy } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { copyLink } from '../../ui/copy-link.ts';
import { hostPaths } from '../../lib/host-paths.ts';
import { eventLink, paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { saveQrCode } from '../../ui/save-qr-code.ts';
import { hasShareSheet, shareLink } from '../../ui/share-link.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { PrivacyButtons } from './privacy-buttons.tsx';
import styles from './share-dialog.module.css';

const QR_PX = 200;

type ShareDialogProps = {
  event: Pick<EventView, 'id' | 'name' | 'privacy'>;
  /** A rejection is shown as a toast. */
  changePrivacy: (privacy: Privacy) => Promise<unknown>;
  onClose: () => void;
};

/** Link, privacy setting and QR code, for the owner. */
export default function ShareDialog({ event, changePrivacy, onClose }: ShareDialogProps) {
  const [pending, setPending] = useState<Privacy>();
  const link = eventLink(event.id);

  const choose = async (privacy: Privacy) => {
    setPending(privacy);
    try {
      await changePrivacy(privacy);
      toast(toastFor.privacyUpdated(privacy));
    } catch (error) {
      toastFailure(error, toasts.privacyUpdateFailed);
    } finally {
      setPending(undefined);
    }
  };

  return (
    <Dialog
      title="Share Event"
      onClose={onClose}
      footer={
        <>
          <ButtonAnchor href={link} target="_blank" rel="noopener">
            <OpenIcon />
            Open in New Tab
          </ButtonAnchor>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div className={styles.share}>
        <LinkField link={link} title={event.name} />
        <PrivacyButtons
          value={event.privacy}
          pending={pending}
          onChoose={(privacy) => void choose(privacy)}
        />
        <Ways event={event} link={link} />
      </div>
    </Dialog>
  );
}

/** What leads guests to the event: on paper, in files and on a screen. */
function Ways({ event, link }: { event: ShareDialogProps['event']; link: string }) {
  return (
    <div className={styles.code}>
      <QrCode text={link} sizePx={QR_PX} />
      <div className={styles.files}>
        <p>Point a phone's camera at it to open the event.</p>
        <Button onClick={() => saveQrCode({ name: event.name, link }, 'png')}>
          <DownloadIcon />
          Download PNG
        </Button>
        <Button onClick={() => saveQrCode({ name: event.name, link }, 'svg')}>
          <DownloadIcon />
          Download SVG
        </Button>
        <ButtonLink to={hostPaths.print(event.id)}>
          <PrintIcon />
          Print Cards
        </ButtonLink>
        <ButtonLink to={paths.wall(event.id)}>
          <ScreenIcon />
          Show on a screen
        </ButtonLink>
      </div>
    </div>
  );
}

/** The link, and the main thing to do with it: the share sheet where there is one, else copying. */
function LinkField({ link, title }: { link: string; title: string }) {
  const id = useId();
  const copy = () => void copyLink(link);
  return (
    <div className={styles.link}>
      <label htmlFor={id}>Event Link</label>
      <div className={styles.row}>
        <input id={id} value={link} readOnly onFocus={(event) => event.target.select()} />
        {hasShareSheet() && (
          <IconButton label="Copy Link" onClick={copy}>
            <CopyIcon />
          </IconButton>
        )}
      </div>
      {hasShareSheet() ? (
        <Button variant="primary" wide onClick={() => void shareLink({ link, title })}>
          <ShareIcon />
          Share Link
        </Button>
      ) : (
        <Button variant="primary" wide onClick={copy}>
          <CopyIcon />
          Copy Link
        </Button>
      )}
    </div>
  );
}
