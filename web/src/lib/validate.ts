/** What this needs of a schema: the contract's own, or a part of it. */
type Schema<T> = {
  safeParse: (value: unknown) =>
    | { success: true; data: T; error?: undefined }
    | {
        success: false;
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
      };
};

/** Messages by field; the first one of each. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Tells a form's values by the contract's schema: what to send, or what to say at which field. */
export function validate<T>(
  schema: Schema<T>,
  value: unknown,
): { data: T; errors?: undefined } | { data?: undefined; errors: FieldErrors } {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data };
  return {
    errors: errorsByField(
      result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    ),
  };
}

/** Issues as the API answers them, `[{ path: 'name', message }]`, by field. */
export function errorsByField(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= message;
  return errors;
}

/** Puts the cursor where the first complaint is, once it is drawn. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
