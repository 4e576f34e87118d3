import { useMutation, useQueryClient } from '@tanstack/react-query';
import ApproveIcon from 'lucide-react/icons/check';
import DownloadIcon from 'lucide-react/icons/download';
import TrashIcon from 'lucide-react/icons/trash-2';
import RejectIcon from 'lucide-react/icons/x';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { moderateItems } from './actions.ts';
import styles from './selection-bar.module.css';
import { type FileTaker, useSaveItems } from './use-save-items.ts';

type SelectionActionsProps = {
  items: readonly MediaView[];
  isHost: boolean;
  files: FileTaker;
  /** Owner only. */
  onDelete: (() => void) | undefined;
  /** Called with those of them that are done with. */
  onDone: (done: readonly MediaView[]) => void;
};

/** What can be done with the chosen items: downloading, for hosts approving and rejecting, and for the owner deleting. */
export function SelectionActions({ items, files, ...rest }: SelectionActionsProps) {
  const { saving, save, cancel } = useSaveItems(files);
  const area = useKeptFocus();
  const isIdle = saving.state === 'idle';
  return (
    <div {...area} className={classNames(styles.actions, !isIdle && styles.progress)}>
      {/* The live region is rendered before its text, so that it is read out. */}
      <output>{saving.state === 'fetching' && `Getting ${saving.count} of ${saving.of}…`}</output>
      {isIdle ? (
        <Choices {...{ items, ...rest }} onDownload={() => save(items)} />
      ) : (
        <>
          {saving.state === 'ready' && (
            <Button variant="primary" onClick={saving.press}>
              Ready – tap to save {saving.count}
            </Button>
          )}
          <Button onClick={cancel}>Stop</Button>
        </>
      )}
    </div>
  );
}

/** Takes the focus of a part that something else takes the place of. @returns props of what both are in */
function useKeptFocus() {
  const area = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) area.current?.focus();
  });
  return {
    ref: area,
    tabIndex: -1,
    onFocus: () => void (hasFocus.current = true),
    onBlur: () => void (hasFocus.current = false),
  } as const;
}

type ChoicesProps = Omit<SelectionActionsProps, 'files'> & { onDownload: () => void };

function Choices({ items, isHost, onDownload, onDelete, onDone }: ChoicesProps) {
  const { mutate, isPending } = useMutation(moderateItems(useQueryClient()));
  const pending = items.filter(({ status }) => status === 'pending');
  const decide = (decided: readonly MediaView[], status: 'approved' | 'rejected') =>
    mutate(
      { items: decided, status },
      { onSuccess: ({ left }) => onDone(items.filter((item) => !left.includes(item))) },
    );
  const isIdle = items.length > 0 && !isPending;
  return (
    <>
      <Action icon={<DownloadIcon />} label="Download" isEnabled={isIdle} onPress={onDownload} />
      {isHost && (
        <>
          <Action
            icon={<ApproveIcon />}
            label="Approve"
            isEnabled={isIdle && pending.length > 0}
            onPress={() => decide(pending, 'approved')}
          />
          <Action
            icon={<RejectIcon />}
            label="Reject"
            isEnabled={isIdle}
            onPress={() => decide(items, 'rejected')}
          />
        </>
      )}
      {onDelete && (
        <Action icon={<TrashIcon />} label="Delete" isEnabled={isIdle} isDanger onPress={onDelete} />
      )}
    </>
  );
}

type ActionProps = {
  icon: ReactNode;
  label: string;
  isEnabled: boolean;
  isDanger?: boolean;
  onPress: () => void;
};

function Action({ icon, label, isEnabled, isDanger, onPress }: ActionProps) {
  return (
    <button
      type="button"
      className={classNames(styles.action, isDanger && styles.danger)}
      // Not `disabled`, which would drop the focus.
      aria-disabled={!isEnabled || undefined}
      onClick={isEnabled ? onPress : undefined}
    >
      {icon}
      {label}
    </button>
  );
}
