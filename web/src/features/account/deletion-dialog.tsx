import { type FormEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice-inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { MediaRetention } from './actions.ts';

type DeletionDialogProps = {
  title: string;
  text: string;
  confirm: string;
  isPending: boolean;
  onConfirm: (media: MediaRetention) => void;
  onClose: () => void;
};

const options = [
  {
    value: 'keep',
    label: 'Keep them in the events',
    hint: 'The others go on seeing them. Nothing says that they are yours.',
  },
  { value: 'delete', label: 'Delete them, too', hint: 'They disappear for everybody.' },
] as const satisfies readonly { value: MediaRetention; label: string; hint: string }[];

/** Confirms the deletion of an account or guest and asks whether to keep the uploads. */
export function DeletionDialog({ title, text, confirm, isPending, onConfirm, onClose }: DeletionDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isDelete = new FormData(event.currentTarget).get('media') === 'delete';
    if (!isPending) onConfirm(isDelete ? 'delete' : 'keep');
  };
  return (
    <Dialog
      kind="alert"
      title={title}
      description={text}
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={isPending}>
            {isPending ? 'Deleting...' : confirm}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <RadioGroup label="Your photos and videos" name="media" options={options} defaultValue="keep" />
      </form>
    </Dialog>
  );
}
