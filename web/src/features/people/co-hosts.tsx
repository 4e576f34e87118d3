import { useId, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { Button } from '../../ui/button.tsx';
import styles from './co-hosts.module.css';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { InviteCoHostDialog } from './invite-co-host-dialog.tsx';

/** What co-hosts are, for the owner: the way to invite one, and to hand the event over to one. */
export function CoHosts({ event }: { event: Pick<EventView, 'id' | 'name' | 'isPaid'> }) {
  const id = useId();
  const [dialog, setDialog] = useState<'invite' | 'hand over'>();
  const onClose = () => setDialog(undefined);
  return (
    <section className={styles.coHosts} aria-labelledby={id}>
      <h2 id={id}>Co-hosts</h2>
      <p>
        They review photos, edit the event and look after its people. They see no payments, and only you
        delete the event or name co-hosts. Choose somebody from the list, or send a link. Guests have to sign
        in first.
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => setDialog('invite')}>Invite a Co-host</Button>
        <Button variant="quiet" onClick={() => setDialog('hand over')}>
          Hand Over Event
        </Button>
      </div>
      {dialog === 'invite' && <InviteCoHostDialog event={event} onClose={onClose} />}
      {dialog === 'hand over' && <HandOverDialog event={event} onClose={onClose} onDone={onClose} />}
    </section>
  );
}
