import type { Figure } from '../report.ts'
import { median, medianRatio } from '../statistics.ts'
import { databaseKinds, openDatabaseMaker, type DatabaseKind } from './bench-database.ts'
import {
  contestants,
  missingContestant,
  openContestant,
  workers,
  type Contestant,
  type ContestantId,
} from './contestant.ts'
import { disciplines, type Discipline } from './disciplines.ts'
import type { Pace } from './pace.ts'
import { importPeople } from './people.ts'
import { fillSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'

/** How many people there are. */
export const people = 10_000
const rounds = 3

type Both<T> = Readonly<Record<ContestantId, T>>

/** The measurement of one discipline, with so many sessions. */
export interface Comparison {
  readonly database: DatabaseKind
  readonly sessions: number
  readonly discipline: string
  /** The median of the rounds, figure by figure. */
  readonly paces: Both<Pace>
  /** How many times as many as Kratos each second: the median of the rounds. */
  readonly ratio: number
  readonly target: number | undefined
}

/** The costs of starting and running. */
export interface Cost {
  readonly database: DatabaseKind
  /** From the start of the process until it is ready. */
  readonly startMs: Both<number>
  /** Resident after everything else was measured, in MiB, the process that was started first. */
  readonly residentMiB: Both<readonly number[]>
}

/** Everything of one run. */
export interface EngineResults {
  readonly comparisons: readonly Comparison[]
  readonly costs: readonly Cost[]
}

/**
 * Measures gatehouse beside Ory Kratos, each with all processors, in turn round by round, with more and more sessions.
 */
export async function measureEngines(
  kinds: readonly DatabaseKind[] = databaseKinds,
  sizes: readonly number[] = [1_000],
): Promise<EngineResults> {
  const missing = await missingContestant()
  if (missing !== undefined) throw new Error(missing)
  const comparisons: Comparison[] = []
  const costs: Cost[] = []
  for (const database of kinds) {
    const maker = await openDatabaseMaker(database)
    const opened: Contestant[] = []
    try {
      for (const id of contestants) opened.push(await openContestant(id, await maker.create()))
      for (const contestant of opened) {
        await importPeople(contestant.adminUrl, people)
        await signIn(contestant.publicUrl, 0)
      }
      for (const sessions of sizes) {
        for (const contestant of opened) await fillSessions(contestant, sessions)
        for (const discipline of disciplines) {
          comparisons.push(said(await compare(discipline, opened, database, sessions)))
        }
      }
      const residentMiB = bothOf(opened, (one) => one.use().residentMiB)
      costs.push({ database, residentMiB, startMs: await starts(opened) })
    } finally {
      await Promise.all(opened.map((one) => one.stop()))
      await maker.remove()
    }
  }
  return { comparisons, costs }
}

function bothOf<T>(opened: readonly Contestant[], read: (one: Contestant) => T): Both<T> {
  return Object.fromEntries(opened.map((one) => [one.id, read(one)])) as Record<ContestantId, T>
}

async function compare(
  { name, target, pace }: Discipline,
  opened: readonly Contestant[],
  database: DatabaseKind,
  sessions: number,
): Promise<Comparison> {
  const results: Both<Pace[]> = { gatehouse: [], kratos: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const one of opened) results[one.id].push(await pace(one, people))
  }
  const rates = (id: ContestantId) => results[id].map(({ perSecond }) => perSecond)
  return {
    database,
    sessions,
    discipline: name,
    paces: bothOf(opened, ({ id }) => medians(results[id])),
    ratio: medianRatio(rates('gatehouse'), rates('kratos')),
    target: target[database],
  }
}

function medians(paces: readonly Pace[]): Pace {
  const of = (figure: keyof Pace) => median(paces.map((pace) => pace[figure]))
  return {
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    processorMs: of('processorMs'),
    failures: of('failures'),
  }
}

async function starts(opened: readonly Contestant[]): Promise<Both<number>> {
  const taken: Both<number[]> = { gatehouse: [], kratos: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const one of opened) {
      await one.restart()
      taken[one.id].push(one.startMs())
    }
  }
  return bothOf(opened, ({ id }) => median(taken[id]))
}

/** Prints a comparison as soon as it is there: a run takes half an hour. */
function said(comparison: Comparison): Comparison {
  const { database, sessions, discipline, paces, ratio } = comparison
  console.log(
    `${database}, ${sessions.toLocaleString('en')} sessions, ${discipline}: ${paces.gatehouse.perSecond.toFixed(0)}/s, Kratos ${paces.kratos.perSecond.toFixed(0)}/s (${ratio.toFixed(1)} ×)`,
  )
  return comparison
}

/** Returns the same as figures of the report. */
export function figuresOf({ comparisons, costs }: EngineResults): readonly Figure[] {
  const compared = comparisons.map(({ database, sessions, discipline, paces, ratio, target }): Figure => ({
    name: `${discipline}, ${database}, ${sessions.toLocaleString('en')} sessions, ratio to Kratos`,
    value: ratio,
    unit: '×',
    ...(target !== undefined && { target: { compare: '≥', value: target } }),
    note: `${paces.gatehouse.perSecond.toFixed(0)}/s, Kratos ${paces.kratos.perSecond.toFixed(0)}/s`,
  }))
  const cost = costs.flatMap(({ database, startMs, residentMiB }): Figure[] => {
    const perWorker = Math.max(...residentMiB.gatehouse)
    const [kratos = Number.NaN] = residentMiB.kratos
    return [
      {
        name: `start until ready, ${database}, ratio to Kratos`,
        value: startMs.gatehouse / startMs.kratos,
        unit: '×',
        target: { compare: '≤', value: 1 },
        note: `${startMs.gatehouse.toFixed(0)} ms with ${workers} workers, Kratos ${startMs.kratos.toFixed(0)} ms`,
      },
      {
        name: `memory of a worker, ${database}, ratio to Kratos`,
        value: perWorker / kratos,
        unit: '×',
        target: { compare: '≤', value: 1.2 },
        note: `${residentMiB.gatehouse.map((mib) => mib.toFixed(0)).join(' + ')} MiB, Kratos ${kratos.toFixed(0)} MiB`,
      },
    ]
  })
  return [...compared, ...cost]
}
