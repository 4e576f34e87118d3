import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** Texts of a field. `hint` is below the label, `error` below the control. */
export type FieldTexts = { label: ReactNode; hint?: ReactNode; error?: string; required?: boolean };

type ControlProps = {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: true | undefined;
};

type FieldProps = FieldTexts & { children: (control: ControlProps) => ReactNode };

/**
 * A control with label, hint and error, associated for screen readers. Forms are `noValidate`, because the browser's
 * validation bubbles would cover our messages.
 */
export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        required: required || undefined,
      })}
      <FieldError id={`${id}error`} error={error} />
    </div>
  );
}

/** The asterisk. Screen readers get `required` from the control. */
export function RequiredMark() {
  return (
    <span className={styles.required} aria-hidden="true">
      {' *'}
    </span>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className={styles.error}>
      {error}
    </p>
  );
}
