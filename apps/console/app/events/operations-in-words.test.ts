import { policyOf, roleOperations } from '@gatehouse/contract/operators'
import { expect, test } from 'vitest'
import { operationsInWords } from './operations-in-words.ts'

test('every operation that the audit log has a line for is said in words', () => {
  const recorded = roleOperations.filter((operation) => policyOf(operation).audit !== 'none')
  const said: readonly string[] = operationsInWords
  expect(recorded.length).toBeGreaterThan(40)
  expect(recorded.filter((operation) => !said.includes(operation))).toEqual([])
})
