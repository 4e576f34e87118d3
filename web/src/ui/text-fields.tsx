import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';
import { classNames } from './class-names.ts';

type Props<T> = FieldTexts & Omit<T, 'id' | 'required' | 'children'>;

/** A single-line input for text, numbers or dates. */
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

/** A multi-line input that grows with its text where the browser supports it. */
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
  /** Text of the empty option; without it there is no empty option. */
  placeholder?: string;
};

/** A native select, because a phone's own picker works best. */
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
