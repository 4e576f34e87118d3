import SaveIcon from 'lucide-react/icons/image-down';
import ShareIcon from 'lucide-react/icons/share-2';
import { useEffect, useId, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { EventNumbers } from '../../../../shared/contract/numbers.ts';
import { formatDay } from '../../../../shared/values/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { canShare, shareFiles } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast-store.ts';
import { drawPicture } from './draw-picture.ts';
import { photosOf } from './photos-of.ts';
import { HEIGHT, WIDTH } from './picture-layout.ts';
import styles from './share-picture.module.css';
import { totalsOf } from './totals.ts';

const SHARE_FAILED = { title: 'Share Failed', text: 'The picture was not shared. Please try again.' };

type SharePictureProps = { event: Pick<EventView, 'name' | 'date'>; numbers: EventNumbers };

/** A picture of the event's numbers with its most liked photos, as it is shared or saved. */
export function SharePicture(props: SharePictureProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ event, numbers, onRetry }: SharePictureProps & { onRetry: () => void }) {
  const id = useId();
  const { picture, hasFailed } = usePicture(event, numbers);
  return (
    <section className={styles.share} aria-labelledby={id}>
      <div className={styles.frame} aria-busy={!picture && !hasFailed}>
        {picture && (
          <img
            src={picture.url}
            width={WIDTH}
            height={HEIGHT}
            alt={`${event.name}: ${totalsOf(numbers)
              .map((total) => total.join(' '))
              .join(', ')}`}
          />
        )}
      </div>
      <div className={styles.words}>
        <h2 id={id}>A picture of it</h2>
        {hasFailed ? (
          <>
            <p role="alert">The picture could not be drawn.</p>
            <Button onClick={onRetry}>Try again</Button>
          </>
        ) : (
          <>
            <p>For your guests: what came together, with the photos that are liked most.</p>
            <Buttons file={picture?.file} url={picture?.url} />
          </>
        )}
      </div>
    </section>
  );
}

function Buttons({ file, url }: { file: File | undefined; url: string | undefined }) {
  const share = async () => {
    if (file && (await shareFiles(file)) !== 'shared') toast(SHARE_FAILED, 'bad');
  };
  return (
    <div className={styles.buttons}>
      {file && canShare(file) && (
        <Button variant="primary" onClick={() => void share()}>
          <ShareIcon />
          Share picture
        </Button>
      )}
      <Button pending={!file} onClick={() => file && url && save(url, file.name)}>
        <SaveIcon />
        Save as picture
      </Button>
    </div>
  );
}

function save(url: string, name: string): void {
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
}

type Drawn = { readonly file: File; readonly url: string };

/** Draws the picture once the page is there: a press on a button then has it at once, as the share sheet wants. */
function usePicture({ name, date }: SharePictureProps['event'], numbers: EventNumbers) {
  const [picture, setPicture] = useState<Drawn>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    let url: string | undefined;
    const words = { name, day: formatDay(date), totals: totalsOf(numbers) };
    drawPicture(words, photosOf(numbers)).then(
      (blob) => {
        if (!isCurrent) return;
        url = URL.createObjectURL(blob);
        setFailed(false);
        setPicture({ url, file: new File([blob], fileNameOf(name), { type: blob.type }) });
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
      if (!url) return;
      URL.revokeObjectURL(url);
      setPicture(undefined);
    };
  }, [name, date, numbers]);
  return { picture, hasFailed };
}

/** `"anna-und-jonas.png"` for "Anna und Jonas". Keeps the letters of every script. */
function fileNameOf(eventName: string): string {
  const words = eventName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['event'];
  return `${words.join('-').slice(0, 80)}.png`;
}
