import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'
import { flowIdOf } from '../service/flows.ts'
import type { Visitor } from '../visitor.ts'
import { inEveryWay } from '../ways.ts'

test.use({ setup: 'soon-unsure' })

/** As `privileged_session_max_age` of the setup. */
const privilegedMs = 6_000

/** Waits until the sign-in is too old to change a sign-in method. */
async function untilUnsure({ page, origin }: Visitor): Promise<void> {
  const answer = await page.request.get(`${origin}/sessions/whoami`)
  const session = (await answer.json()) as { readonly authenticated_at: string }
  const end = Date.parse(session.authenticated_at) + privilegedMs
  await expect.poll(() => Date.now(), { intervals: [100], timeout: 2 * privilegedMs }).toBeGreaterThan(end)
}

inEveryWay(() => {
  test('a change over an old sign-in is made once the person has confirmed their identity @confirm-first-1', async ({
    visitor,
    person,
  }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    const settings = settingsPage(visitor)
    const { password } = settings
    await settings.open('password')
    const flow = await flowIdOf(visitor)
    await untilUnsure(visitor)
    const next = `${person.password}-next`
    await password.fill({ password: next })
    await password.send('password', 'password')

    const login = loginPage(visitor)
    await expect(login.message(1010003)).toBeVisible()
    await login.fill({ password: 'not-the-password' })
    await login.send('password', 'password')
    await expect(login.message(4000006)).toBeVisible()
    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await expect(page.getByTestId('ui/message/1050001')).toBeVisible()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('flow')], 'in the same settings').toEqual(['/settings', flow])

    await accountFrame(visitor).signOut()
    await login.signIn(person.email, next)
    await accountFrame(visitor).expectWelcome()
  })
})
