import { useLayoutEffect, useRef, useState } from 'react';
import styles from './event-description.module.css';

/** An event's description, clipped to two lines with a button to expand it, because photos come first. */
export function EventDescription({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isExpanded, setExpanded] = useState(false);
  const [isOverflowing, setOverflowing] = useState(false);

  useLayoutEffect(() => {
    const element = paragraph.current;
    if (!element || isExpanded) return;
    const measure = () => setOverflowing(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isExpanded]);

  return (
    <div className={styles.description}>
      <p ref={paragraph} dir="auto" className={isExpanded ? undefined : styles.clipped}>
        {text}
      </p>
      {isOverflowing && (
        <button type="button" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
