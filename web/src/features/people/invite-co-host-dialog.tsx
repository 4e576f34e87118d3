import { useMutation } from '@tanstack/react-query';
import CopyIcon from 'lucide-react/icons/copy';
import ShareIcon from 'lucide-react/icons/share-2';
import { useId } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { paths } from '../../lib/paths.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyLink } from '../../ui/copy-link.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { hasShareSheet, shareLink } from '../../ui/share-link.ts';
import { createCoHostLink, revokeCoHostLinks } from './co-host-actions.ts';
import styles from './invite-co-host-dialog.module.css';

type InviteCoHostDialogProps = { event: Pick<EventView, 'id' | 'name'>; onClose: () => void };

/** Makes a link by which one person becomes a co-host, and ends those that were not used. */
export function InviteCoHostDialog({ event, onClose }: InviteCoHostDialogProps) {
  const { data: made, mutate: make, isPending, reset } = useMutation(createCoHostLink(event.id));
  const { mutate: revoke, isPending: isRevoking } = useMutation(revokeCoHostLinks(event.id));
  return (
    <Dialog
      title="Invite a Co-host"
      description="A link makes one person a co-host: whoever opens it first and signs in. It works once, within 7 days."
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="quiet"
            className={styles.revoke}
            pending={isRevoking}
            onClick={() => revoke(undefined, { onSuccess: reset })}
          >
            End Unused Links
          </Button>
          <Button variant="primary" pending={isPending} onClick={() => make()}>
            {made ? 'Create Another Link' : 'Create Link'}
          </Button>
        </>
      }
    >
      {made && (
        <MadeLink
          link={`${location.origin}${paths.coHost(event.id)}?code=${made.code}`}
          expiresAt={made.expiresAt}
          title={event.name}
        />
      )}
    </Dialog>
  );
}

function MadeLink({ link, expiresAt, title }: { link: string; expiresAt: string; title: string }) {
  const id = useId();
  return (
    <div className={styles.link}>
      <label htmlFor={id}>Link for one co-host</label>
      <div className={styles.row}>
        <input id={id} value={link} readOnly onFocus={(event) => event.target.select()} />
        <IconButton label="Copy Link" onClick={() => void copyLink(link)}>
          <CopyIcon />
        </IconButton>
        {hasShareSheet() && (
          <IconButton label="Share Link" onClick={() => void shareLink({ link, title })}>
            <ShareIcon />
          </IconButton>
        )}
      </div>
      <output>Good until {formatInstant(expiresAt)}. It is shown this once.</output>
    </div>
  );
}
