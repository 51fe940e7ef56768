import type { Expected, ExpectedError, ExpectedFlow } from '../scenarios/scenario.ts'
import { faultsOfCookies } from './cookies.ts'
import { at, isObject, objects } from './json.ts'
import { faultsOfPart, faultsOfRows, matchesText } from './matches.ts'
import { messageRow, nodeRow } from './rows.ts'

/** An answer as it came over the wire; `body` is undefined if it is no JSON. */
export interface ReceivedAnswer {
  readonly method: string
  readonly path: string
  readonly at: 'public' | 'admin'
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Compares an answer with the expected one: one line per fault. */
export function faultsOfAnswer(expected: Expected, answer: ReceivedAnswer, publicUrl: string): readonly string[] {
  const { status, headers, body } = answer
  return [
    ...(status === expected.status ? [] : [`status should be ${expected.status}, is ${status}: ${excerpt(answer)}`]),
    ...faultsOfLocation(expected.location, headers.get('location')),
    ...faultsOfCookies(expected.cookies, headers.getSetCookie(), { method: answer.method, publicUrl }),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, value]) =>
      faultsOfHeader(name, value, headers.get(name)),
    ),
    ...faultsOfStandardHeaders(expected, answer),
    ...(expected.flow === undefined ? [] : faultsOfFlow(expected.flow, body)),
    ...(expected.error === undefined ? [] : faultsOfError(expected.error, expected.status, body)),
    ...(expected.body === undefined ? [] : faultsOfPart(expected.body, body, 'body')),
  ]
}

function faultsOfLocation(expected: string | undefined, actual: string | null): readonly string[] {
  if (expected === undefined) return []
  if (actual !== null && matchesText(expected, actual)) return []
  return [`Location should be ${expected}, is ${actual ?? 'absent'}`]
}

function faultsOfHeader(name: string, expected: string | null, actual: string | null): readonly string[] {
  if (expected === null) return actual === null ? [] : [`header ${name} should be absent, is ${actual}`]
  if (actual !== null && matchesText(expected, actual)) return []
  return [`header ${name} should be ${expected}, is ${actual ?? 'absent'}`]
}

/** Checks the headers that every answer of its kind carries. */
function faultsOfStandardHeaders(expected: Expected, { method, path, at: origin, headers }: ReceivedAnswer) {
  const isPage = origin === 'public' && /^\/(self-service|sessions|schemas)/.test(path)
  const json = expected.error !== undefined ? 'application/json' : 'application/json; charset=utf-8'
  const hasJson = expected.error !== undefined || expected.flow !== undefined || expected.body !== undefined
  return [
    ...(hasJson && expected.headers?.['content-type'] === undefined
      ? faultsOfHeader('content-type', json, headers.get('content-type'))
      : []),
    ...(isPage ? faultsOfHeader('vary', 'Cookie', headers.get('vary')) : []),
    ...(isPage && method === 'GET'
      ? faultsOfHeader('cache-control', 'private, no-cache, no-store, must-revalidate', headers.get('cache-control'))
      : []),
    ...faultsOfHeader('etag', null, headers.get('etag')),
  ]
}

function faultsOfFlow(expected: ExpectedFlow, body: unknown): readonly string[] {
  if (!isObject(body) || !isObject(body['ui'])) return ['the body should be a flow']
  const messages = objects(body['ui']['messages']).map(messageRow)
  const nodes = objects(body['ui']['nodes']).map(nodeRow)
  return [
    ...faultsOfPart(withoutUndefined({ state: expected.state, active: expected.active }), body, 'flow'),
    ...faultsOfRows('message', expected.messages ?? [], messages, true),
    ...(expected.nodes === undefined ? [] : faultsOfRows('node', expected.nodes, nodes, expected.inOrder === true)),
    ...(expected.faulty === undefined
      ? []
      : faultsOfRows(
          'node',
          expected.faulty,
          nodes.filter((row) => row.includes(' ! ')),
          false,
        )),
    ...faultsOfPart(expected.also ?? {}, body, 'flow'),
  ]
}

function faultsOfError(expected: ExpectedError, status: number, body: unknown): readonly string[] {
  const error = at(body, 'error')
  if (!isObject(error)) return ['the body should be an error']
  return [
    ...faultsOfPart({ code: expected.code ?? status, status: '*', message: '*' }, error, 'error'),
    ...faultsOfPart(expected.id ?? '(absent)', error['id'], 'error.id'),
    ...(expected.details === undefined ? [] : faultsOfPart(expected.details, error['details'], 'error.details')),
    ...faultsOfPart(expected.beside ?? {}, body, 'body'),
  ]
}

function withoutUndefined(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
}

function excerpt({ text, headers }: ReceivedAnswer): string {
  return text === '' ? `(no body) ${headers.get('location') ?? ''}` : text.slice(0, 500)
}
