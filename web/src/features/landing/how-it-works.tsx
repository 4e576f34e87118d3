import { prints } from './prints.ts';
import { Section } from './section.tsx';
import styles from './how-it-works.module.css';

const steps = [
  {
    title: 'Create your event',
    text: 'A name and a day are enough. You decide who may see it.',
    print: prints.marquee,
  },
  {
    title: 'Share the link or QR code',
    text: 'Send it around, or print the code and put it on the tables.',
    print: prints.glasses,
  },
  {
    title: 'Collect the memories',
    text: 'Photos and videos arrive while the party is still on. Vote, download, look back.',
    print: prints.mirrorBall,
  },
];

/** The three steps to a shared gallery. */
export function HowItWorks() {
  return (
    <Section id="how-it-works" title="How it works" lead="Three steps, and the first takes a minute.">
      <ol className={styles.steps}>
        {steps.map(({ title, text, print }, index) => (
          <li key={title}>
            <img src={print.src} width={320} height={print.height} alt="" loading="lazy" />
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
