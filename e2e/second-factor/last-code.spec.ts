import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import type { Person } from '../service/people.ts'
import { inEveryWay } from '../ways.ts'

/** Adds a person who has one recovery code left, which is returned. */
async function addPerson(adminOrigin: string, { email, password }: Person): Promise<string> {
  const codes = [{ code: 'lastcode' }, { code: 'usedcode', used_at: '2026-01-02T03:04:05Z' }]
  const added = await fetch(`${adminOrigin}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'person',
      traits: { email, name: { first: 'Vera', last: 'Vale' } },
      verifiable_addresses: [{ value: email, verified: true, via: 'email', status: 'completed' }],
      credentials: { password: { config: { password } }, lookup_secret: { config: { codes } } },
    }),
  })
  expect(added.status).toBe(201)
  return 'lastcode'
}

inEveryWay(() => {
  test('the last recovery code leads to new ones from the page after the sign-in @last-code-1', async ({
    visitor,
    person,
    gateway,
  }) => {
    const { page, hands } = visitor
    const code = await addPerson(gateway.adminOrigin, person)
    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    const account = accountFrame(visitor)
    await login.fill({ lookup_secret: code })
    await login.press('method', 'lookup_secret')
    await account.expectWelcome()
    const notice = page.getByTestId('notice/used_code')
    await expect(notice).toContainText('You signed in with your last recovery code')
    await expect(notice).toContainText('0 of 2 left')
    await hands.press(notice.getByRole('link', { name: 'Create new recovery codes' }))
    const codes = flowPage(visitor, '#lookup_secret')
    await expect(codes.button('lookup_secret_reveal', 'true'), 'none are left to show').toHaveCount(0)
    await codes.press('lookup_secret_regenerate')
    await expect(page.getByTestId('node/text/lookup_secret_codes/lookup_secret')).toHaveCount(12)
    await page.locator('#codes-kept').focus()
    await page.keyboard.press('Space')
    await codes.press('lookup_secret_confirm')
    await account.to('/')
    await account.expectWelcome()
    await expect(page.locator('#check-up')).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
})
