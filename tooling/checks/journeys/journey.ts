import type { FlowKind } from '@gatehouse/contract/flows'

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

/** Why a way has no journey; `said` is the id of the test that the page says so to a visitor on that way. */
export interface Gap {
  readonly reason: string
  readonly said?: string
}

/** A person's action by one method, and the journeys that prove it in every way it can be done. */
export interface JourneyRow {
  readonly method: string
  /** The flow and the method's name on the wire, if it has one. */
  readonly wire?: readonly [FlowKind, string]
  /** Tests of `e2e/` by their ids. */
  readonly tests: readonly string[]
  readonly without?: Readonly<Partial<Record<Way, Gap>>>
}

/** One flow, or one part of it. */
export interface JourneyPart {
  readonly title: string
  /** Paths of `apps/account/app/routes.ts` that the journeys of this part visit. */
  readonly pages: readonly string[]
  readonly rows: readonly JourneyRow[]
}

/** Returns the gap of an action that needs script; `said` is the id of the test that the page says so. */
export function needsScript(reason: string, said: string): Readonly<Partial<Record<Way, Gap>>> {
  return { noScript: { reason, said } }
}

/** Returns the gaps of an action that is not done in a browser. */
export function noWay(reason: string): Readonly<Partial<Record<Way, Gap>>> {
  return Object.fromEntries(wayNames.map((way) => [way, { reason }]))
}
