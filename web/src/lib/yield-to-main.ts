/** Lets the browser do what waits, a press or a paint, before going on. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
