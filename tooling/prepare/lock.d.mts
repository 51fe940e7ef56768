/** Does a piece of work while no other copy of this program does the same. */
export function withLock<T>(work: () => Promise<T>): Promise<T>
