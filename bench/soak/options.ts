import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../engines/bench-database.ts'

/** How large a soak is. */
export interface SoakOptions {
  /** Simulated days. */
  readonly days: number
  readonly people: number
  /** Real minutes that the days may take; activities beyond that are left out, and counted. */
  readonly minutes: number
  readonly database: DatabaseKind
}

/** The options of the command line. */
export interface Asked extends SoakOptions {
  /** Into docs/reference/performance.md. */
  readonly write: boolean
  /** Draws the dashboard over the data of the last soak, instead of a soak. */
  readonly picture: boolean
}

const defaults = { days: '30', people: '10000', minutes: '60', database: 'sqlite' } as const

/** Returns the command of a soak, without options that have their defaults. */
export function commandOf(options: SoakOptions): string {
  const said = (['days', 'people', 'minutes', 'database'] as const).filter(
    (name) => String(options[name]) !== defaults[name],
  )
  return ['npm run soak --', ...said.map((name) => `--${name} ${options[name]}`), '--write'].join(' ')
}

/** Reads the command line; throws if a number is none. */
export function readOptions(args: readonly string[]): Asked {
  const { values } = parseArgs({
    args: [...args],
    options: {
      days: { type: 'string', default: defaults.days },
      people: { type: 'string', default: defaults.people },
      minutes: { type: 'string', default: defaults.minutes },
      database: { type: 'string', default: defaults.database },
      write: { type: 'boolean', default: false },
      picture: { type: 'boolean', default: false },
    },
  })
  const { database, write, picture } = values
  if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database is sqlite or postgres')
  const number = (name: 'days' | 'people' | 'minutes') => {
    const value = Number(values[name])
    if (!(value > 0)) throw new Error(`--${name} is a number above 0, not ${values[name]}`)
    return value
  }
  return { days: number('days'), people: number('people'), minutes: number('minutes'), database, write, picture }
}
