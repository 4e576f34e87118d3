import StarIcon from 'lucide-react/icons/star';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import styles from './hero.module.css';
import { prints } from './prints.ts';

const columns = [
  [prints.balloons, prints.marquee, prints.fireworks, prints.record],
  [prints.sea, prints.dancers, prints.cake, prints.lemonade],
  [prints.bouquet, prints.glasses, prints.table, prints.mirrorBall],
];

/** Headline, main actions, and a wall of sample photos. */
export function Hero({ onJoin }: { onJoin: () => void }) {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1>Your event, through everyone’s eyes</h1>
        <p className={styles.lead}>
          Put one link or QR code on the table. Guests add their photos and videos right from their phones,
          and all of you share one gallery.
        </p>
        <div className={styles.actions}>
          <ButtonAnchor href={paths.login(paths.create)} variant="primary" size="large">
            Create Free Event
          </ButtonAnchor>
          <Button size="large" onClick={onJoin}>
            Join Event
          </Button>
        </div>
        <Stats />
      </div>
      <div className={styles.wall} aria-hidden="true">
        {columns.map((column, index) => (
          <div key={index} className={styles.column}>
            {column.map((print) => (
              <img
                key={print.src}
                src={print.src}
                width={320}
                height={print.height}
                alt=""
                fetchPriority="low"
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function Stats() {
  return (
    <dl className={styles.stats}>
      <div>
        <dt>events</dt>
        <dd>50K+</dd>
      </div>
      <div>
        <dt>photos</dt>
        <dd>2M+</dd>
      </div>
      <div>
        <dt>rating</dt>
        <dd>
          4.9
          <StarIcon />
        </dd>
      </div>
    </dl>
  );
}
