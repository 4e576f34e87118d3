import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './choice-inputs.module.css';
import { FieldError } from './field.tsx';

type BoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
};

function Box({ label, hint, kind, ...input }: BoxProps & { kind: 'checkbox' | 'radio' | 'switch' }) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <input
        {...input}
        id={id}
        type={kind === 'switch' ? 'checkbox' : kind}
        role={kind === 'switch' ? 'switch' : undefined}
        className={styles[kind]}
        aria-describedby={hint ? `${id}hint` : undefined}
      />
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        {hint && <p id={`${id}hint`}>{hint}</p>}
      </div>
    </div>
  );
}

/** A checkbox with label and hint. */
export function Checkbox(props: BoxProps) {
  return <Box {...props} kind="checkbox" />;
}

/** A checkbox in the shape of a switch. */
export function Switch(props: BoxProps) {
  return <Box {...props} kind="switch" />;
}

type RadioGroupProps<V extends string> = {
  label: ReactNode;
  name: string;
  options: readonly { value: V; label: ReactNode; hint?: ReactNode }[];
  /** Pass `value` and `onChange`, or `defaultValue` for an uncontrolled group. */
  value?: V;
  defaultValue?: V;
  onChange?: (value: V) => void;
  /** Below the options. */
  hint?: ReactNode;
  error?: string;
};

/** A choice between a few options that are all visible. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { label, name, options, value, defaultValue, onChange, hint, error } = props;
  const id = useId();
  const describedBy = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <fieldset className={styles.group} aria-describedby={describedBy || undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Box
          key={option.value}
          kind="radio"
          name={name}
          value={option.value}
          label={option.label}
          hint={option.hint}
          checked={value === undefined ? undefined : value === option.value}
          defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
          onChange={onChange && (() => onChange(option.value))}
        />
      ))}
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}error`} error={error} />
    </fieldset>
  );
}
