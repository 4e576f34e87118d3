import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  text: ReactNode;
  /** Label of the destructive button. */
  confirm: string;
  /** Its label while pending. */
  confirming: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of a destructive action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      kind="alert"
      width="narrow"
      title={props.title}
      description={props.text}
      onClose={props.onClose}
      dismissible={!props.isPending}
      footer={
        <>
          <Button onClick={props.onClose} disabled={props.isPending}>
            Cancel
          </Button>
          <Button variant="danger" onClick={props.onConfirm} pending={props.isPending}>
            {props.isPending ? props.confirming : props.confirm}
          </Button>
        </>
      }
    />
  );
}
