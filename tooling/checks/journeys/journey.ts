import type { FlowKind } from '@gatehouse/contract/flow'

/** TABLE: the ways of using a browser, and the project of playwright.config.ts that plays each. */
export const ways = {
  script: { title: 'with script', project: 'js' },
  noScript: { title: 'without script', project: 'no-js' },
  keyboard: { title: 'keyboard alone', project: 'keyboard' },
} as const

/** A way by its key; a row says for which ones it has no journey. */
export type Way = keyof typeof ways

/** The names of the ways, in the order of the document. */
export const wayNames: readonly Way[] = ['script', 'noScript', 'keyboard']

/** A test by its file below `e2e/` and its own title. */
export interface JourneyTest {
  readonly file: string
  readonly title: string
}

/** Why a way has no journey; `said` is the test that the page says so to whoever comes that way. */
export interface Gap {
  readonly reason: string
  readonly said?: JourneyTest
}

/** What a person does by one method, and the journeys that prove it in every way it can be done. */
export interface JourneyRow {
  readonly method: string
  /** The flow and the method's name on the wire, where it has one. */
  readonly wire?: readonly [FlowKind, string]
  readonly tests: readonly JourneyTest[]
  readonly without?: Readonly<Partial<Record<Way, Gap>>>
}

/** One flow, or one part of it. */
export interface JourneyPart {
  readonly title: string
  /** Paths of `apps/account/app/routes.ts` that the journeys of this part visit. */
  readonly pages: readonly string[]
  readonly rows: readonly JourneyRow[]
}

/** The tests of one file, by their titles. */
export function by(file: string, ...titles: readonly string[]): readonly JourneyTest[] {
  return titles.map((title) => ({ file, title }))
}

/** What only script can do; `said` is where the page tells so. */
export function needsScript(reason: string, file: string, title: string): Readonly<Partial<Record<Way, Gap>>> {
  return { noScript: { reason, said: { file, title } } }
}

/** Nobody does it in a browser. */
export function noWay(reason: string): Readonly<Partial<Record<Way, Gap>>> {
  return Object.fromEntries(wayNames.map((way) => [way, { reason }]))
}
