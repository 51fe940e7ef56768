/** How long the steps of a guide have taken so far. */
export interface Stopwatch {
  /** Notes a step, in milliseconds, and returns its line. */
  lap(what: string, ms: number): string
  /** The total time, and its part for installations. */
  sums(): string
}

/** Starts at nothing. */
export function openStopwatch(): Stopwatch {
  let whole = 0
  let installing = 0
  return {
    lap(what, ms) {
      whole += ms
      if (/\binstall\b|create-|\bvenv\b/.test(what)) installing += ms
      return `${seconds(ms)}  ${what}`
    },
    sums: () =>
      [
        `${seconds(whole)}  from nothing to the end, as fast as a machine reads`,
        `${seconds(installing)}  of it for what is installed, ${seconds(whole - installing).trim()} for everything else`,
      ].join('\n'),
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(6)} s`
}
