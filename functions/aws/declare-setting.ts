import type * as z from 'zod/mini';

/** Reads one setting. @throws Error naming the variable if it is missing or malformed */
export type Setting<Variable extends string = string, Value = unknown> = {
  (): Value;
  readonly variable: Variable;
};

const declared = new Set<Setting>();

/**
 * Declares a setting of the function's environment. The bundler drops declarations that nothing in a bundle
 * reads, so a function requires what its code can use and nothing else.
 */
export function declareSetting<V extends string, S extends z.ZodMiniType>(
  variable: V,
  schema: S,
): Setting<V, z.output<S>> {
  const read = () => {
    const result = schema.safeParse(process.env[variable]);
    if (result.success) return result.data;
    throw new Error(`The environment variable ${variable} is missing or malformed.`);
  };
  const setting = Object.assign(read, { variable });
  declared.add(setting);
  return setting;
}

/** @throws Error naming every declared variable that is missing or malformed */
export function requireSettings(): void {
  const unfit = [...declared].filter((read) => {
    try {
      read();
      return false;
    } catch {
      return true;
    }
  });
  if (unfit.length === 0) return;
  const names = unfit.map(({ variable }) => variable).toSorted();
  throw new Error(`Environment variables are missing or malformed: ${names.join(', ')}.`);
}
