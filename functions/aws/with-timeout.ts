/** Waits at most so long for an answer. @throws Error where it does not come in time, or what it throws itself */
export async function withTimeout<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms.`)), limitMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
