import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';
import { classNames } from './class-names.ts';

type Props<T> = FieldTexts & Omit<T, 'id' | 'required' | 'children'>;

/** One line of text, a number or a date. */
export function TextInput({
  label,
  hint,
  error,
  required,
  ...input
}: Props<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field {...{ label, hint, error, required }}>
      {(control) => <input dir="auto" {...input} {...control} />}
    </Field>
  );
}

/** Several lines of text; grows with what is written where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  required,
  ...input
}: Props<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ label, hint, error, required }}>
      {(control) => (
        <textarea
          dir="auto"
          rows={3}
          {...input}
          {...control}
          className={classNames(control.className, styles.area)}
        />
      )}
    </Field>
  );
}

type SelectProps = Props<SelectHTMLAttributes<HTMLSelectElement>> & {
  options: readonly { value: string; label: string }[];
  /** The text of the empty choice; without one there is none. */
  placeholder?: string;
};

/** One of a few, as the browser's own list: the phone's picker is the best there is. */
export function Select({ label, hint, error, required, options, placeholder, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, required }}>
      {(control) => (
        <select {...select} {...control} className={classNames(control.className, styles.select)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
