import { expect, test } from 'vitest'

import { schemaChecks } from './check-schemas.ts'

const withPattern = (pattern: string) => ({
  properties: { traits: { properties: { nick: { type: 'string', pattern } } } },
})
const check = (pattern: string, nick: string) =>
  schemaChecks(async () => withPattern(pattern))({ schema_id: 'default', traits: { nick } })

test('a pattern that backtracks without end in other engines is answered in linear time @check-schemas-1', async () => {
  // A backtracking engine never ends with 5,000 letters.
  expect(await check('^([a-z]+)+$', `${'a'.repeat(5_000)}!`)).toMatchObject({ result: 'refused' })
  expect(await check('^([a-z]+)+$', 'a'.repeat(5_000))).toEqual({ result: 'fine' })
})

test('a schema with a pattern that RE2 cannot run is not used', async () => {
  expect(await check('^(?=a)', 'a')).toMatchObject({
    result: 'refused',
    reason: expect.stringContaining('cannot be used'),
  })
})

test('a refusal names a few faults, however many there are', async () => {
  const schema = { properties: { traits: { additionalProperties: false } } }
  const traits = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]))
  const outcome = await schemaChecks(async () => schema)({ schema_id: 'default', traits })
  expect(JSON.stringify(outcome).length).toBeLessThan(2_000)
  expect(outcome).toMatchObject({ reason: expect.stringMatching(/and 4980 more$/) })
})
