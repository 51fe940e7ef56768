import { nameOf as nameOnServer, type Session as SessionOnServer } from '@gatehouse/session'
import { expect, expectTypeOf, it } from 'vitest'
import { nameOf, type Session } from './session.ts'

// Both packages are installed without the other, so both have the session; an application may hand one to the other.
it('parses the same session as servers do', () => {
  expectTypeOf<Session>().toEqualTypeOf<SessionOnServer>()
})

it.each([
  [{ name: 'Ada Lovelace' }, 'Ada Lovelace'],
  [{ name: { first: 'Ada', last: 'Lovelace' } }, 'Ada Lovelace'],
  [{ name: { first: '', last: 'Łukasz' }, email: 'l@example.org' }, 'Łukasz'],
  [{ name: {}, email: 'ada@example.org' }, 'ada@example.org'],
  [{ email: 7 }, 'id'],
])('calls %j %s on both sides', (traits, name) => {
  const session = { identity: { id: 'id', traits } }
  expect([nameOf(session), nameOnServer(session)]).toEqual([name, name])
})
