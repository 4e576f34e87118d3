import { useId } from 'react';
import type { Privacy } from '../../../../shared/contract/entities.ts';
import { PRIVACY_HINT, privacyOptions } from '../../lib/event-labels.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './privacy-buttons.module.css';

type PrivacyButtonsProps = {
  value: Privacy;
  /** The option that is being saved. */
  pending: Privacy | undefined;
  onChoose: (privacy: Privacy) => void;
};

/** The privacy options as toggle buttons; the current one is pressed. */
export function PrivacyButtons({ value, pending, onChoose }: PrivacyButtonsProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={id}>
      <legend>Privacy</legend>
      {privacyOptions.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.choice}
          aria-pressed={option.value === value}
          aria-busy={option.value === pending}
          aria-disabled={pending !== undefined}
          onClick={() => !pending && option.value !== value && onChoose(option.value)}
        >
          <strong>
            {option.label}
            {option.value === pending && <Spinner />}
          </strong>
          <span>{option.hint}</span>
        </button>
      ))}
      <p id={id} className={styles.hint}>
        {PRIVACY_HINT}
      </p>
    </fieldset>
  );
}
