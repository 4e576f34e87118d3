import type { CSSProperties } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Face, type FaceTexts } from './face.tsx';
import { factsOf, sheetSize } from './forms.ts';
import type { PrintChoice } from './print-choice.ts';
import styles from './sheet.module.css';

type SheetProps = { texts: FaceTexts; choice: PrintChoice };

/** One sheet of paper: on the screen as wide as there is room, on paper exact to the millimetre. */
export function Sheet({ texts, choice }: SheetProps) {
  const { across, down, isWide, isFolded } = factsOf(choice.form);
  const { width, height } = sheetSize(choice.form, choice.paper);
  const faces = Array.from({ length: across * down }, (_, at) => at);
  return (
    <div
      data-sheet
      className={classNames(styles.sheet, isWide && styles.wide)}
      style={
        {
          '--sheet-width': `${width}mm`,
          '--sheet-height': `${height}mm`,
          aspectRatio: `${width} / ${height}`,
          gridTemplate: `repeat(${down}, minmax(0, 1fr)) / repeat(${across}, minmax(0, 1fr))`,
        } as CSSProperties
      }
    >
      {faces.map((at) => (
        <Face
          key={at}
          texts={texts}
          design={choice.design}
          isWide={isWide}
          isUpsideDown={isFolded && at < across}
        />
      ))}
      {across > 1 && <div className={styles.cutDown} />}
      {down > 1 && <div className={isFolded ? styles.fold : styles.cutAcross} />}
    </div>
  );
}
