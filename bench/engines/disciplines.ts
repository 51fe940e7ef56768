import type { DatabaseKind } from './bench-database.ts'
import type { Contestant } from './contestant.ts'
import { paceOf, paceOfSteps, type Pace } from './pace.ts'
import { beginFlow, signIn, signUp } from './sign-in.ts'

/** One thing that both services do. */
export interface Discipline {
  readonly name: string
  /** How many times as many as Kratos there should be each second, on a database of a kind. */
  readonly target: Readonly<Partial<Record<DatabaseKind, number>>>
  readonly pace: (contestant: Contestant, people: number) => Promise<Pace>
}

/** TABLE: the measured disciplines. */
// prettier-ignore
export const disciplines: readonly Discipline[] = [
  { name: 'whoami',             target: { sqlite: 10, postgres: 3 }, pace: whoami },
  { name: 'flow fetch',         target: { sqlite: 4 },               pace: flowFetch },
  { name: 'flow creation',      target: { sqlite: 9, postgres: 3 },  pace: (contestant) => paceOf(contestant, { url: `${contestant.publicUrl}/self-service/login/api` }) },
  { name: 'password sign-in',   target: { sqlite: 0.95 },            pace: (contestant, people) => paceOfSteps(contestant, (index) => signIn(contestant.publicUrl, index % people)) },
  { name: 'registration',       target: {},                          pace: (contestant) => paceOfSteps(contestant, () => signUp(contestant.publicUrl)) },
  { name: 'list of identities', target: {},                          pace: (contestant) => paceOf(contestant, { url: `${contestant.adminUrl}/admin/identities?page_size=50` }) },
]

async function whoami(contestant: Contestant, people: number): Promise<Pace> {
  const token = await signIn(contestant.publicUrl, people - 1)
  const url = `${contestant.publicUrl}/sessions/whoami`
  return paceOf(contestant, { url, headers: { 'X-Session-Token': token } })
}

async function flowFetch(contestant: Contestant): Promise<Pace> {
  const flow = await beginFlow(contestant.publicUrl)
  return paceOf(contestant, { url: `${contestant.publicUrl}/self-service/login/flows?id=${flow}` })
}
