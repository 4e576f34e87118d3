import SaveIcon from 'lucide-react/icons/image-down';
import CloseIcon from 'lucide-react/icons/x';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './save-button.module.css';
import { useSave } from './use-save.ts';

/** Saves the item to the device's photos, by the share sheet. Give it the item's id as its key. */
export function SaveButton({ href }: { href: string }) {
  const { saving, save, cancel } = useSave(href);
  const { state } = saving;
  return (
    <>
      <IconButton label="Save" tone="onPicture" aria-disabled={state === 'fetching'} onClick={save}>
        <SaveIcon />
      </IconButton>
      {/* The live region is rendered before its text, so that it is read out. */}
      <output className={styles.saving} data-state={state}>
        {state === 'fetching' && (
          <>
            <span>Getting the file…</span>
            <ProgressBar label="Getting the file" share={saving.share} />
            <IconButton label="Cancel" onClick={cancel}>
              <CloseIcon />
            </IconButton>
          </>
        )}
        {state === 'ready' && (
          <Button size="large" className={styles.press} onClick={save}>
            Ready – tap to save
          </Button>
        )}
      </output>
    </>
  );
}
