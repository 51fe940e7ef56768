import type { DatabaseKind } from '../engines/bench-database.ts'
import type { ActivityName } from './activities.ts'
import type { Excess, RowCounts } from './bounds.ts'
import type { Memory } from './installation.ts'
import { timesADay } from './planned.ts'

/** Milliseconds until an answer. */
export interface Pace {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The observations of a day. */
export interface Day {
  readonly number: number
  /** The faults of the installation on this day. */
  readonly faults: readonly string[]
  readonly memory: Memory
  readonly databaseBytes: number
  /** The largest size of the write-ahead log (WAL). */
  readonly logBytes: number
  /** The largest backlog after all due mails and events had been tried. */
  readonly mailsWaiting: number
  readonly eventsWaiting: number
  /** The worst of both workers. */
  readonly loopDelayMs: number
  readonly paces: Readonly<Record<string, Pace>>
  readonly rows: RowCounts
  readonly beyondBounds: readonly Excess[]
  readonly done: Readonly<Partial<Record<ActivityName, number>>>
  /** Activities that did not fit into the time. */
  readonly leftOut: number
  /** Without an answer: their process ended. */
  readonly cut: number
  /** Answers that were not among the right ones. */
  readonly wrong: readonly string[]
}

/** A final check, and the items that were not as acknowledged. */
export interface Check {
  readonly what: string
  readonly looked: number
  readonly wrong: readonly string[]
}

/** The result of a soak: the JSON from which docs/reference/performance.md is drawn. */
export interface SoakResult {
  readonly takenOn: string
  readonly machine: { readonly processors: number; readonly model: string; readonly load: number }
  readonly options: {
    readonly days: number
    readonly people: number
    readonly minutes: number
    readonly database: DatabaseKind
  }
  readonly realMinutes: number
  /** How many of a thousand people perform each activity in a day. */
  readonly ofThousand: Readonly<Record<ActivityName, number>>
  /** The bound of each table, in words. */
  readonly kept: Readonly<Record<string, string>>
  readonly hashMiB: number
  readonly sessionHours: number
  readonly days: readonly Day[]
  readonly checks: readonly Check[]
  readonly stream: {
    readonly events: number
    readonly repeated: number
    readonly dead: number
  }
  readonly mails: { readonly sent: number; readonly abandoned: number }
  /** After so many days without any visitor. */
  readonly quiet: { readonly days: number; readonly rows: RowCounts; readonly beyondBounds: readonly Excess[] }
}

/**
 * One activity over all days: how often it was planned, without the additions of outages, and how often it was done.
 */
export interface Activity {
  readonly name: string
  readonly planned: number
  readonly done: number
}

/** Returns the planned and the done activities. */
export function activitiesOf({ days, options, ofThousand }: SoakResult): readonly Activity[] {
  return Object.entries(ofThousand).map(([name, share]) => ({
    name,
    planned: options.days * timesADay(options.people, share),
    done: days.reduce((sum, { done }) => sum + (new Map(Object.entries(done)).get(name) ?? 0), 0),
  }))
}

/** So often planned and never done is no chance. */
const many = 100

/** Returns every fault of a soak, in sentences; empty if the soak passed. */
export function faultsOf(result: SoakResult): readonly string[] {
  const { days, checks, quiet } = result
  const inTime = [...days, { number: 'quiet', ...quiet, wrong: [] }]
  return [
    ...checks.flatMap(({ what, wrong }) => wrong.map((one) => `${what}: ${one}`)),
    ...inTime.flatMap(({ number, beyondBounds }) =>
      beyondBounds.map(({ table, rows }) => `day ${number}: ${table} has ${rows} rows beyond its bound`),
    ),
    ...days.flatMap(({ number, wrong }) => wrong.map((one) => `day ${number}: ${one}`)),
    ...activitiesOf(result)
      .filter(({ planned, done }) => planned >= many && done === 0)
      .map(({ name, planned }) => `“${name}” was planned ${planned} times and never done`),
  ]
}
