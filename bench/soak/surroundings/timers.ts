import { promisify } from 'node:util'

/** Timers that a jump of the clock brings nearer. */
export interface Timers {
  readonly setTimeout: typeof setTimeout
  readonly setInterval: typeof setInterval
  /** A jump of the clock: the work in the background that is due then happens at once. */
  bringNearer(jumpMs: number): void
}

/** Node's internal fields of a timer: its duration, from which an interval starts again, and whether it has ended. */
interface NodeTimer extends NodeJS.Timeout {
  _idleTimeout: number
  _destroyed: boolean
}

/** Shorter than any pause of work in the background. */
const soonMs = 1

/**
 * Makes timers that count in the time of the clock as far as they are for work in the background: those that do not keep the
 * process alive (`unref`). All others (how long an answer may take) bound work that takes real time.
 */
export function createTimers(real = { setTimeout, setInterval }): Timers {
  const background = new Map<NodeTimer, number>()
  const forgetAfter = 10_000
  let made = 0

  function watch(timer: NodeJS.Timeout, everyMs: number): NodeJS.Timeout {
    const own = timer as NodeTimer
    const unref = own.unref.bind(own)
    own.unref = () => {
      background.set(own, performance.now() + everyMs)
      made += 1
      if (made % forgetAfter === 0) forget()
      return unref()
    }
    return own
  }

  function forget(): void {
    // oxlint-disable-next-line no-underscore-dangle -- Node calls it so
    for (const timer of background.keys()) if (timer._destroyed) background.delete(timer)
  }

  const patched = {
    setTimeout: (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      watch(real.setTimeout(work, ms, ...given), ms),
    setInterval: (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
      const timer: NodeJS.Timeout = real.setInterval(() => {
        if (background.has(timer as NodeTimer)) background.set(timer as NodeTimer, performance.now() + ms)
        work(...given)
      }, ms)
      return watch(timer, ms)
    },
  }
  return {
    setTimeout: Object.assign(patched.setTimeout, {
      [promisify.custom]: promisify(real.setTimeout),
    }) as unknown as typeof setTimeout,
    setInterval: patched.setInterval as typeof setInterval,
    bringNearer: (jumpMs) => {
      forget()
      const now = performance.now()
      for (const [timer, dueAt] of background) {
        const leftMs = Math.max(soonMs, dueAt - jumpMs - now)
        background.set(timer, now + leftMs)
        // oxlint-disable-next-line no-underscore-dangle -- likewise
        timer._idleTimeout = leftMs
        timer.refresh()
      }
    },
  }
}
