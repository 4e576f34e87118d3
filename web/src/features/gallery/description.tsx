import { useId, useState } from 'react';
import styles from './description.module.css';

/** About what two lines of a phone hold. */
const SHORT = 96;

/** What an event says of itself: two lines, and the rest for who wants it, because photos come first. */
export function Description({ text }: { text: string }) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const isShort = text.length <= SHORT && !text.includes('\n');
  return (
    <div className={styles.description}>
      <p id={id} className={isShort || isWhole ? undefined : styles.clipped}>
        {text}
      </p>
      {!isShort && (
        <button type="button" aria-expanded={isWhole} aria-controls={id} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
