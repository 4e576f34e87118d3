import { useId } from 'react';
import { RadioGroup } from '../../ui/choice-inputs.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { Face, type FaceTexts } from './face.tsx';
import { DESIGNS, type Design, factsOf, forms, paperFor } from './forms.ts';
import { Miniature } from './miniature.tsx';
import { MAX_LINE, type PrintChoice } from './print-choice.ts';
import styles from './print-options.module.css';

type PrintOptionsProps = {
  choice: PrintChoice;
  texts: FaceTexts;
  onChange: (part: Partial<PrintChoice>) => void;
};

/** What to print, on which paper, in which design, with which words. */
export function PrintOptions({ choice, texts, onChange }: PrintOptionsProps) {
  const { papers } = factsOf(choice.form);
  return (
    <>
      <Designs texts={texts} value={choice.design} onChange={(design) => onChange({ design })} />
      <RadioGroup
        label="What to print"
        name="form"
        value={choice.form}
        options={forms.map((form) => {
          const { label, hint } = factsOf(form);
          return { value: form, label, hint };
        })}
        onChange={(form) => onChange({ form, paper: paperFor(form, choice.paper) })}
      />
      <RadioGroup
        label="Paper"
        name="paper"
        value={choice.paper}
        options={papers.map((paper) => ({ value: paper, label: paper }))}
        onChange={(paper) => onChange({ paper })}
      />
      <TextInput
        label="A line of your own"
        name="line"
        value={choice.line}
        maxLength={MAX_LINE}
        onChange={(event) => onChange({ line: event.currentTarget.value })}
      />
    </>
  );
}

type DesignsProps = { texts: FaceTexts; value: Design; onChange: (design: Design) => void };

/** A6, in millimetres. */
const CARD = { width: 105, height: 148.5 };

/** The designs, each as a small card of this event. */
function Designs({ texts, value, onChange }: DesignsProps) {
  const name = useId();
  return (
    <fieldset className={styles.designs}>
      <legend>Design</legend>
      <div>
        {DESIGNS.map((design) => (
          <label key={design.value}>
            <input
              type="radio"
              name={name}
              checked={design.value === value}
              onChange={() => onChange(design.value)}
            />
            <span className={styles.thumbnail} aria-hidden>
              <Miniature size={CARD}>
                <Face texts={texts} design={design.value} />
              </Miniature>
            </span>
            <span>{design.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
