import { load } from '../load.ts'
import { residentMiB } from '../processes.ts'
import type { Figure } from '../report.ts'
import { median, medianRatio } from '../statistics.ts'
import { contestants, missingContestant, openContestant, type Contestant, type ContestantId } from './contestant.ts'
import { importPeople } from './people.ts'
import { beginSignIn, signIn, signInRate } from './sign-in.ts'

const rounds = 3
const seconds = 4

type Both<T> = Readonly<Record<ContestantId, T>>

/** One thing that both services do; `higher` is better unless it says otherwise. */
interface Discipline {
  readonly name: string
  readonly unit: string
  readonly target: { readonly compare: '≤' | '≥'; readonly value: number }
  readonly measure: (contestant: Contestant, people: number) => Promise<number>
}

// prettier-ignore
const disciplines: readonly Discipline[] = [
  { name: 'whoami',           unit: '/s', target: { compare: '≥', value: 10 },   measure: whoami },
  { name: 'flow fetch',       unit: '/s', target: { compare: '≥', value: 4 },    measure: flowFetch },
  { name: 'flow creation',    unit: '/s', target: { compare: '≥', value: 5 },    measure: ({ publicUrl }) => rate(`${publicUrl}/self-service/login/api`) },
  { name: 'password sign-in', unit: '/s', target: { compare: '≥', value: 0.95 }, measure: ({ publicUrl }, people) => signInRate(publicUrl, people, seconds) },
  { name: 'memory under load', unit: 'MiB', target: { compare: '≤', value: 1 },  measure: memory },
  { name: 'cold start',       unit: 'ms', target: { compare: '≤', value: 0.5 },  measure: coldStart },
]

/** The embedded service beside Ory Kratos, each on SQLite with so many people, in turn round by round. */
export async function measureEngines(people: number): Promise<readonly Figure[]> {
  const missing = await missingContestant()
  if (missing !== undefined) throw new Error(missing)
  const opened: Partial<Record<ContestantId, Contestant>> = {}
  try {
    for (const id of contestants) opened[id] = await openContestant(id)
    const both = opened as Both<Contestant>
    for (const id of contestants) await importPeople(both[id].adminUrl, people)
    const figures: Figure[] = []
    for (const discipline of disciplines) figures.push(...(await compare(discipline, both, people)))
    return figures
  } finally {
    for (const contestant of Object.values(opened)) await contestant.remove()
  }
}

async function compare({ name, unit, target, measure }: Discipline, both: Both<Contestant>, people: number) {
  const results: Both<number[]> = { gatehouse: [], kratos: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const id of contestants) results[id].push(await measure(both[id], people))
  }
  const label = `${name}, ${people.toLocaleString('en')} people`
  return [
    { name: label, value: median(results.gatehouse), unit },
    { name: `${label}, Kratos`, value: median(results.kratos), unit },
    { name: `${label}, ratio to Kratos`, value: medianRatio(results.gatehouse, results.kratos), unit: '×', target },
  ] satisfies readonly Figure[]
}

async function rate(url: string, headers: Record<string, string> = {}): Promise<number> {
  await load({ url, headers }, 1)
  const { requestsPerSecond, failures } = await load({ url, headers }, seconds)
  return requestsPerSecond - failures / seconds
}

async function whoami({ publicUrl }: Contestant, people: number): Promise<number> {
  const token = await signIn(publicUrl, people - 1)
  return rate(`${publicUrl}/sessions/whoami`, { 'X-Session-Token': token })
}

async function flowFetch({ publicUrl }: Contestant): Promise<number> {
  return rate(`${publicUrl}/self-service/login/flows?id=${await beginSignIn(publicUrl)}`)
}

/** Resident memory at its peak while whoami and sign-ins come in. */
async function memory(contestant: Contestant, people: number): Promise<number> {
  await contestant.restart()
  let peak = 0
  const sampler = setInterval(() => (peak = Math.max(peak, residentMiB(contestant.pid()))), 100)
  await whoami(contestant, people)
  await signInRate(contestant.publicUrl, people, seconds)
  clearInterval(sampler)
  return peak
}

async function coldStart(contestant: Contestant): Promise<number> {
  await contestant.restart()
  return contestant.startMs()
}
