import { expect, test } from 'vitest'

import { recipientOf } from './recipient.ts'

test('a text that is longer than an address is counted as it is, blanks around it aside @recipient-1', () => {
  const long = `<${'@'.repeat(400)}`
  expect(recipientOf(long)).toMatch(/^[0-9a-f]{64}$/)
  expect(recipientOf(` ${long}\n`)).toBe(recipientOf(long))
  expect(recipientOf(`${long}@`)).not.toBe(recipientOf(long))
})

test.each([
  ['ada@example.org', ' '.repeat(400) + 'Ada@example.org\t'],
  ['ada@example.org', 'Ada <ada@example.org>'],
  ['ada@example.org', 'Ada <nobody> <ada+news@example.org...>'],
  ['ada@example.org', 'mailto:(ada) "ada"@example.org.'],
])('%s counts as one, spelled %j', (address, spelled) => {
  expect(recipientOf(spelled)).toBe(recipientOf(address))
})
