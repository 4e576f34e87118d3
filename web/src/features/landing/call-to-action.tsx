import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import styles from './call-to-action.module.css';
import { prints } from './prints.ts';

const strip = [prints.table, prints.cake, prints.bouquet, prints.fireworks, prints.balloons];

/** Closing call to action of the landing page. */
export function CallToAction() {
  return (
    <section className={styles.closing} aria-labelledby="closing-title">
      <div className={styles.strip} aria-hidden="true">
        {strip.map((print) => (
          <img key={print.src} src={print.src} width={320} height={print.height} alt="" loading="lazy" />
        ))}
      </div>
      <h2 id="closing-title">The next party is worth keeping</h2>
      <p>Your first gallery is free and ready in a minute.</p>
      <div className={styles.actions}>
        <ButtonAnchor href={paths.login(paths.create)} variant="primary" size="large">
          Create Your Event
        </ButtonAnchor>
        <Button size="large">View Demo</Button>
      </div>
    </section>
  );
}
