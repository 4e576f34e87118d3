import { useLayoutEffect, useRef, useState } from 'react';
import styles from './event-description.module.css';

/** What an event says of itself: two lines, and the rest for who wants it, because photos come first. */
export function EventDescription({ text }: { text: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [isLonger, setLonger] = useState(false);

  useLayoutEffect(() => {
    const element = words.current;
    if (!element || isWhole) return;
    const measure = () => setLonger(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWhole]);

  return (
    <div className={styles.description}>
      <p ref={words} dir="auto" className={isWhole ? undefined : styles.clipped}>
        {text}
      </p>
      {isLonger && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
