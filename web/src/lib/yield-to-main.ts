/** Lets the browser handle pending input and paints before going on. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
