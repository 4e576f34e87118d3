/** The part of a schema that validation needs. */
type Schema<T> = {
  safeParse: (value: unknown) =>
    | { success: true; data: T; error?: undefined }
    | {
        success: false;
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
      };
};

/** The first message of each field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Validates a form's values against the contract's schema. @returns the body to send, or the errors by field */
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

/** The API's issues, `[{ path: 'name', message }]`, by field. */
export function errorsByField(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= message;
  return errors;
}

/** Focuses the first invalid field, once the errors are rendered, with its label and message in view. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const control = form.querySelector<HTMLElement>('[aria-invalid]');
    // The browser would scroll to the control alone, whose label may then lie under the page's bar.
    control?.focus({ preventScroll: true });
    control?.parentElement?.scrollIntoView({ block: 'nearest' });
  });
}
