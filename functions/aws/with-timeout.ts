/** Waits at most `limitMs` for a promise. @throws Error on time-out, or what the promise rejects with */
export async function withTimeout<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms.`)), limitMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
