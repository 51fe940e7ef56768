import { expect, test } from '../fixtures.ts'
import { createProvedAccount } from '../service/account.ts'
import { typeBeforeScript } from './typed-early.ts'

test('text that is typed before script arrives is kept @typed-early-2', async ({ visitor, person }) => {
  const { page, origin } = visitor
  let fields = 0
  for (const path of ['/login', '/registration', '/recovery', '/verification']) {
    fields += await typeBeforeScript(page, `${origin}${path}`)
  }
  await createProvedAccount(visitor, person)
  for (const section of ['profile', 'password', 'totp']) {
    fields += await typeBeforeScript(page, `${origin}/settings?section=${section}`)
  }
  fields += await typeBeforeScript(page, `${origin}/settings/data`)
  expect(fields).toBeGreaterThan(8)
})
