import { expect, it } from 'vitest'
import { clientFacts } from './client-facts.ts'

const named = (name: string) => clientFacts({ client_id: 'planning', client_name: name }, []).name

it('a long name of an application is shortened, and says so @client-facts-1', () => {
  expect(named(` ${'a'.repeat(80)} `)).toBe('a'.repeat(80))
  expect(named('a'.repeat(81))).toBe(`${'a'.repeat(80)}…`)
  expect(named(`${'a'.repeat(79)} the rest`)).toBe(`${'a'.repeat(79)}…`)
  expect(named(`${'a'.repeat(79)}🏰🏰`), 'no half of a letter').toBe(`${'a'.repeat(79)}🏰…`)
})
