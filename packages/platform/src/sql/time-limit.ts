/** The work of a unit did not end in time: everything was undone. */
export class UnitOfWorkTimeoutError extends Error {
  constructor(limitMs: number) {
    super(`a unit of work did not end within ${limitMs} ms and was undone`)
  }
}

/**
 * Rejects with a `UnitOfWorkTimeoutError` if the work takes longer; the work continues, and must not write any more.
 */
export async function within<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new UnitOfWorkTimeoutError(limitMs)), limitMs)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
