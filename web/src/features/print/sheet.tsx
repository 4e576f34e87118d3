import { classNames } from '../../ui/class-names.ts';
import { Face, type FaceTexts } from './face.tsx';
import { factsOf, sheetSize } from './forms.ts';
import { Miniature } from './miniature.tsx';
import type { PrintChoice } from './print-choice.ts';
import styles from './sheet.module.css';

type SheetProps = { texts: FaceTexts; choice: PrintChoice };

/** One sheet of paper: on the screen as wide as there is room, on paper exact to the millimetre. */
export function Sheet({ texts, choice }: SheetProps) {
  const { across, down, isWide, isFolded } = factsOf(choice.form);
  const { width, height } = sheetSize(choice.form, choice.paper);
  const faces = Array.from({ length: across * down }, (_, at) => at);
  return (
    <div className={classNames(styles.paper, isWide && styles.wide)}>
      <Miniature size={{ width, height }}>
        <div
          data-sheet
          className={styles.sheet}
          style={{ gridTemplate: `repeat(${down}, minmax(0, 1fr)) / repeat(${across}, minmax(0, 1fr))` }}
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
      </Miniature>
    </div>
  );
}
