import { useId } from 'react';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { pluralize } from '../../lib/pluralize.ts';
import styles from './bar-chart.module.css';
import { type Bars, labelOf } from './bars.ts';

type Drawn = { bars: Bars; of: 'items' | 'people' };

type BarChartProps = Drawn & {
  title: string;
  noun: string;
  /** What the bars leave out. */
  note?: string | undefined;
};

/** What came over time, as bars, and as a table for who does not see them. */
export function BarChart({ title, bars, of, noun, note }: BarChartProps) {
  const id = useId();
  const peak = bars.bars.toSorted((a, b) => b[of] - a[of])[0];
  const summary = peak && peak[of] > 0 && `Most: ${pluralize(peak[of], noun)}, ${labelOf(peak, bars)}.`;
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p>{[summary, note].filter(Boolean).join(' ')}</p>
      </figcaption>
      <Plot bars={bars} of={of} noun={noun} most={peak?.[of] ?? 0} />
      <BarTable title={title} bars={bars} of={of} />
    </figure>
  );
}

const SLOT = 10;
const HEIGHT = 100;
const GAP = 2;
/** Fewer bars do not fill the plot. */
const LEAST_SLOTS = 8;

function Plot({ bars, of, noun, most }: Drawn & { noun: string; most: number }) {
  const all = bars.bars;
  return (
    <div className={styles.plot}>
      <svg
        viewBox={`0 0 ${Math.max(all.length, LEAST_SLOTS) * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        data-of={of}
      >
        {all.map((bar, index) => {
          const height = most === 0 ? 0 : (bar[of] / most) * HEIGHT;
          return (
            <rect
              key={bar.from.getTime()}
              x={index * SLOT + GAP / 2}
              y={HEIGHT - height}
              width={SLOT - GAP}
              height={height}
            >
              <title>{`${labelOf(bar, bars)}: ${pluralize(bar[of], noun)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className={styles.marks} aria-hidden="true">
        {marksOf(bars).map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </p>
    </div>
  );
}

/** What is written below the plot: the ends of its time, and the middle where a bar is there; of few bars the ends as one. */
function marksOf({ bars: all, ...kind }: Bars): string[] {
  const last = all.length - 1;
  const at = last >= LEAST_SLOTS && last % 2 === 0 ? [0, last / 2, last] : [0, last];
  const marks = [...new Set(at)].flatMap((index) => {
    const bar = all[index];
    return bar ? [labelOf(bar, { ...kind, days: 1 })] : [];
  });
  return all.length < LEAST_SLOTS ? [marks.join(' – ')] : marks;
}

function BarTable({ title, bars, of }: Drawn & { title: string }) {
  return (
    <div className={styles.table}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {bars.bars.map((bar) => (
            <tr key={bar.from.getTime()}>
              <th scope="row">{labelOf(bar, bars)}</th>
              <td>{formatCount(bar[of])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
