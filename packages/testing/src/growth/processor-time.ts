const nap = new Int32Array(new SharedArrayBuffer(4))
const napMs = 1

/**
 * Processor time that this thread has had, in microseconds. Linux adds up what a running thread has had at each tick of
 * its scheduler, some milliseconds apart, and whenever the thread rests. So it rests before it reads: without that a
 * request of three milliseconds may count as none.
 */
export function processorTime(): number {
  Atomics.wait(nap, 0, 0, napMs)
  const { user, system } = process.threadCpuUsage()
  return user + system
}
