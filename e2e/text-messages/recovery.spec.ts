import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson, withPhone } from '../service/people.ts'
import { inWays } from '../ways.ts'

test.use({ setup: 'phones' })

inWays(['script'], () => {
  test('of several addresses one is chosen and typed in full, and its code leads back in @recovery-2', async ({
    visitor,
    browser,
  }) => {
    const { page, post, origin } = visitor
    const recovery = recoveryPage(visitor)
    for (const way of ['by mail', 'by phone']) {
      // The first proof of one address holds the other one back, so each has a separate person.
      const somebody = withPhone(newPerson())
      const { phone, email } = somebody
      const context = await browser.newContext()
      await createAccount(context.request, origin, somebody)
      await context.close()
      await post.nextCode(phone)
      await post.nextCode(email)
      const [known, chosen, other] =
        way === 'by mail' ? [email, phone, phone.slice(0, 3)] : [phone, email, email.slice(0, 2)]
      await recovery.open()
      await recovery.fill({ recovery_address: known })
      await recovery.send('recovery_address', 'code')
      const choices = recovery.button('recovery_select_address')
      await expect(choices).toHaveCount(2)
      await expect(page.locator('main'), 'who knows one address does not learn the other').not.toContainText(chosen)
      await visitor.hands.press(choices.filter({ hasText: `${other}****` }))
      await recovery.fill({ recovery_confirm_address: chosen })
      await recovery.send('recovery_confirm_address', 'code')
      await recovery.enterCode(await post.nextCode(chosen))
      await expect(page).toHaveURL(/\/settings/)
      await expect(page.getByTestId('ui/message/1060001')).toBeVisible()
      await visitor.hands.press(page.getByTestId('all-settings'))
      await accountFrame(visitor).signOut()
    }
  })

  test('a person with only a phone number gets the code there @recovery-3', async ({ visitor, person, request }) => {
    const { page, post, origin } = visitor
    const { phone, password } = withPhone(person)
    await createAccount(request, origin, { phone, password })
    await post.nextCode(phone)
    const recovery = recoveryPage(visitor)
    await recovery.open()
    await recovery.fill({ recovery_address: phone })
    await recovery.send('recovery_address', 'code')
    await recovery.enterCode(await post.nextCode(phone))
    await expect(page).toHaveURL(/\/settings/)
  })
})
