const nap = new Int32Array(new SharedArrayBuffer(4))
const napMs = 1

/**
 * Returns the processor time of this thread, in microseconds. Linux updates the time of a running thread at each tick
 * of its scheduler, some milliseconds apart, and whenever the thread rests. So it rests before it reads: without that a
 * request of three milliseconds may count as none.
 */
export function processorTime(): number {
  Atomics.wait(nap, 0, 0, napMs)
  const { user, system } = process.threadCpuUsage()
  return user + system
}
