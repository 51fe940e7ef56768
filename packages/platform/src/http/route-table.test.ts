import { expect, test } from 'vitest'

import { createRouteTable } from './route-table.ts'

const row = (method: string, path: string) => ({ method, path })
const match = createRouteTable([
  row('GET', '/sessions'),
  row('GET', '/sessions/whoami'),
  row('GET', '/sessions/:id'),
  row('DELETE', '/sessions/:session'),
  row('GET', '/projects/{project}/keys'),
  row('POST', '/projects/{project}/{list}'),
  row('*', '/callback/:provider'),
])

test.each([
  ['GET', '/sessions/whoami', 'GET /sessions/whoami', {}],
  ['HEAD', '/sessions/whoami', 'GET /sessions/whoami', {}],
  ['GET', '/sessions/%77hoami', 'GET /sessions/whoami', {}],
  ['GET', '/sessions/7', 'GET /sessions/:id', { id: '7' }],
  ['DELETE', '/sessions/7', 'DELETE /sessions/:session', { session: '7' }],
  ['GET', '/sessions/a%2Fb%20%C3%A4', 'GET /sessions/:id', { id: 'a/b ä' }],
  ['GET', '/projects/p/keys', 'GET /projects/{project}/keys', { project: 'p' }],
  ['POST', '/projects/p/members', 'POST /projects/{project}/{list}', { project: 'p', list: 'members' }],
  ['PURGE', '/callback/google', '* /callback/:provider', { provider: 'google' }],
  ['GET', '/sessions/__proto__', 'GET /sessions/:id', { id: '__proto__' }],
])('%s %s is answered by %s', (method, path, found, params) => {
  const result = match(method, path)
  expect(result.kind === 'found' && `${result.row.method} ${result.row.path}`).toBe(found)
  expect(result).toMatchObject({ kind: 'found', params })
})

test.each([
  ['POST', '/sessions', { kind: 'wrong_method', allowed: ['GET'] }],
  ['PUT', '/sessions/7', { kind: 'wrong_method', allowed: ['GET', 'DELETE'] }],
  // The literal row decides about its path, even if a row with parameters would accept the method.
  ['DELETE', '/sessions/whoami', { kind: 'wrong_method', allowed: ['GET'] }],
  ['POST', '/projects/p/keys', { kind: 'wrong_method', allowed: ['GET'] }],
  ['GET', '/sessions/', { kind: 'unknown' }],
  ['GET', '/sessions/7/', { kind: 'unknown' }],
  ['GET', '//sessions', { kind: 'unknown' }],
  ['GET', '/nothing', { kind: 'unknown' }],
  ['GET', '/sessions/%', { kind: 'malformed' }],
  ['GET', '/sessions/%00', { kind: 'malformed' }],
])('%s %s finds no row', (method, path, answer) => {
  expect(match(method, path)).toEqual(answer)
})

test('a table whose literal segments would need an encoding is refused', () => {
  expect(() => createRouteTable([row('GET', '/what now')])).toThrow('would have to be encoded')
})
