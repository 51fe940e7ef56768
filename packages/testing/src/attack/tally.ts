import type { AttackRequest } from './attack-request.ts'

/** The answer to one request. */
export interface AttackAnswer {
  /** The label of the request. */
  readonly label: string
  readonly request: AttackRequest
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The answers to all requests of an attack. */
export interface Tally {
  /** In the order of the requests, even if the answers came in another order. */
  readonly answers: readonly AttackAnswer[]
  /** How many answers had each status: `{ 400: 5, 429: 15 }`. */
  readonly statuses: Readonly<Record<number, number>>
  /** The labels of the requests that were answered with each status. */
  readonly labels: Readonly<Record<number, readonly string[]>>
  /** How many answers are like this. */
  count(isMeant: (answer: AttackAnswer) => boolean): number
  /**
   * The answers that differ in status, content type, redirect, names of cookies or text, each with the labels that got
   * it. One group: the requests cannot be distinguished by their answers. Values that differ each time do not count:
   * ids, timestamps, random tokens, and every text of `ignoring`.
   */
  groups(ignoring?: readonly (string | RegExp)[]): readonly AnswerGroup[]
}

/** Answers that cannot be distinguished. */
export interface AnswerGroup {
  /** Status, headers and text, without the values that differ each time. */
  readonly answer: string
  readonly labels: readonly string[]
}

/** Values that differ from answer to answer and carry no meaning: UUIDs, timestamps and long random texts. */
const random: readonly RegExp[] = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g,
  /[\w+/-]{40,}={0,2}/g,
]

/** Counts answers. */
export function tallyOf(answers: readonly AttackAnswer[]): Tally {
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return {
    answers,
    statuses: Object.fromEntries(Array.from(byStatus, ([status, list]) => [status, list.length])),
    labels: Object.fromEntries(Array.from(byStatus, ([status, list]) => [status, list.map(({ label }) => label)])),
    count: (isMeant) => answers.filter(isMeant).length,
    groups: (ignoring = []) => {
      const groups = Map.groupBy(answers, (answer) => stableText(answer, ignoring))
      return Array.from(groups, ([answer, list]) => ({ answer, labels: list.map(({ label }) => label) }))
    },
  }
}

function stableText({ status, headers, text }: AttackAnswer, ignoring: readonly (string | RegExp)[]): string {
  const cookies = headers.getSetCookie().map((cookie) => `set-cookie: ${cookie.split('=', 1)[0] ?? ''}`)
  const lines = [
    String(status),
    `content-type: ${headers.get('content-type') ?? ''}`,
    `location: ${headers.get('location') ?? ''}`,
    ...cookies.toSorted(),
    text,
  ]
  return [...random, ...ignoring].reduce<string>(
    (rest, part) => rest.replaceAll(everywhere(part), '…'),
    lines.join('\n'),
  )
}

function everywhere(part: string | RegExp): string | RegExp {
  return typeof part === 'string' || part.global ? part : new RegExp(part, `${part.flags}g`)
}
