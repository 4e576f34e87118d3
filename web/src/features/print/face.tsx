import type { CSSProperties } from 'react';
import { formatDay } from '../../../../shared/values/calendar-day.ts';
import { formatEventCode } from '../../../../shared/values/event-code.ts';
import type { QrDrawing } from '../../lib/qr-drawing.ts';
import { classNames } from '../../ui/class-names.ts';
import { BranchDrawing } from './branch-drawing.tsx';
import { ConfettiDrawing } from './confetti-drawing.tsx';
import styles from './face.module.css';
import { type Design, lineScale, nameScale } from './forms.ts';
import { useFittingWords } from './use-fitting-words.ts';

/** What stands on every face, whatever it looks like. */
export type FaceTexts = {
  readonly name: string;
  readonly date: string | null;
  readonly line: string;
  readonly qr: QrDrawing;
  /** Where a code is typed. */
  readonly host: string;
  /** Undefined for an event without one. */
  readonly code: string | undefined;
};

type FaceProps = { texts: FaceTexts; design: Design; isWide?: boolean; isUpsideDown?: boolean };

/** One side of a card, a tent, a poster or a sign. All its sizes are parts of its own, so it looks alike in every size. */
export function Face({ texts, design, isWide, isUpsideDown }: FaceProps) {
  const { name, date, line, qr, host, code } = texts;
  const day = formatDay(date);
  const words = useFittingWords();
  return (
    <div className={classNames(styles.face, styles[design], isUpsideDown && styles.upsideDown)}>
      <Ornaments design={design} />
      <div className={classNames(styles.content, isWide && styles.wide)}>
        <div ref={words} className={styles.words}>
          <p className={styles.name} style={{ '--name-scale': nameScale(name) } as CSSProperties} dir="auto">
            {name}
          </p>
          {day && <p className={styles.date}>{day}</p>}
          {design === 'letterpress' && <Flourish />}
          {line && (
            <p
              className={styles.line}
              style={{ '--line-scale': lineScale(line) } as CSSProperties}
              dir="auto"
            >
              {line}
            </p>
          )}
        </div>
        <div className={styles.way}>
          <svg className={styles.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code">
            <rect width={qr.size} height={qr.size} fill="#fff" />
            <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
          </svg>
          <p className={styles.scan}>Scan with your phone’s camera</p>
          {code !== undefined && (
            <p className={styles.code}>
              <span>{host}</span> → <b>{formatEventCode(code)}</b>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

function Ornaments({ design }: { design: Design }) {
  if (design === 'letterpress') return <div className={styles.frame} />;
  if (design === 'garden')
    return (
      <>
        <BranchDrawing className={styles.branch} />
        <BranchDrawing className={classNames(styles.branch, styles.opposite)} />
      </>
    );
  return (
    <>
      <div className={styles.strewn}>
        <ConfettiDrawing />
        <ConfettiDrawing />
      </div>
      <div className={classNames(styles.strewn, styles.opposite)}>
        <ConfettiDrawing />
        <ConfettiDrawing />
      </div>
    </>
  );
}

function Flourish() {
  return (
    <svg className={styles.flourish} viewBox="0 0 120 12" aria-hidden>
      <path
        d="M2 6H46M118 6H74M46 6C50 1 55 1 60 6C65 11 70 11 74 6C70 1 65 1 60 6C55 11 50 11 46 6Z"
        fill="none"
        stroke="currentcolor"
        strokeWidth={0.8}
        strokeLinecap="round"
      />
      <path d="M60 3.4L62.6 6L60 8.6L57.4 6Z" fill="currentcolor" />
    </svg>
  );
}
