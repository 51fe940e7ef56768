/** A clock that stands still until it is moved. Calling it tells the time in Unix milliseconds. */
export interface MovableClock {
  (): number
  /** Moves forward by so many milliseconds. */
  advance(milliseconds: number): void
  /** Jumps to a moment: Unix milliseconds or an ISO 8601 text. */
  set(moment: number | string): void
}

/** Creates a clock that starts at a moment every test agrees on by default. */
export function movableClock(start: number | string = '2026-01-01T00:00:00Z'): MovableClock {
  let now = moment(start)
  return Object.assign(() => now, {
    advance(milliseconds: number) {
      now += milliseconds
    },
    set(next: number | string) {
      now = moment(next)
    },
  })
}

function moment(value: number | string): number {
  const milliseconds = typeof value === 'number' ? value : Date.parse(value)
  if (Number.isNaN(milliseconds)) throw new TypeError(`not a moment: ${value}`)
  return milliseconds
}
