import { expect, test } from '../fixtures.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

test.use({ setup: 'links' })

inEveryWay(() => {
  test('a link in a mail leads back into an account, and to a new password', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const recovery = recoveryPage(visitor)
    await recovery.open()
    await visitor.post.nextLink(person.email)
    await recovery.fill({ email: person.email })
    await recovery.send('email', 'link')
    await expect(recovery.message(1060002)).toBeVisible()
    await visitor.page.goto(await visitor.post.nextLink(person.email))
    await expect(visitor.page).toHaveURL(/\/settings/)
    const { password } = settingsPage(visitor)
    await password.fill({ password: 'another-Horse-battery-9' })
    await password.send('password', 'password')
    await expect(password.message(1050001)).toBeVisible()
  })

  test('a link in a mail confirms an address', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextLink(person.email)
    const verification = verificationPage(visitor)
    await verification.open()
    await verification.fill({ email: person.email })
    await verification.send('email', 'link')
    await expect(verification.message(1080001)).toBeVisible()
    await visitor.page.goto(await visitor.post.nextLink(person.email))
    await expect(verification.message(1080002)).toBeVisible()
  })
})
