import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import type { FlowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import type { Visitor } from '../visitor.ts'

const mistyped = 'wiht-a-typo@example.org'

/** Returns from a code step to the screen before, which still shows the mistake; corrects it. */
async function correct(
  { page, hands, scripted }: Visitor,
  form: FlowPage,
  name: string,
  right: string,
  wrong = mistyped,
) {
  await expect(form.field('code')).toBeVisible()
  await expect(page.locator('main [data-part=person]'), 'says where the code went').toContainText(wrong)
  await hands.press(page.getByTestId('start-over'))
  await expect(form.field('code')).toHaveCount(0)
  await expect(form.field(name)).toHaveValue(wrong)
  await expect(form.summary).toHaveCount(0)
  if (scripted) await expect(form.field(name)).toBeFocused()
  await hands.fill(form.field(name), right)
}

inWays(['script'], () => {
  test('a wrong address at a sign-up by code is corrected, and nothing else is typed again @mistyped-address-1', async ({
    visitor,
    person,
  }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.email': mistyped, 'traits.name.first': 'Vera', 'traits.name.last': 'Vale' })
    await registration.press('method', 'code')
    await correct(visitor, registration, 'traits.email', person.email)
    await expect(registration.field('traits.name.first')).toHaveValue('Vera')
    await expect(registration.field('traits.name.last')).toHaveValue('Vale')
    await registration.press('method', 'code')
    await expect(registration.field('code')).toBeVisible()
    await registration.enterCode(await visitor.post.nextCode(person.email))
    await expect(accountFrame(visitor).title).toBeVisible()
    await expect(visitor.page).not.toHaveURL(/registration/)
  })

  test('… so does a person who signs in by code', async ({ visitor, person, request }) => {
    const other = newPerson('other')
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
    await createAccount(visitor.page.request, visitor.origin, other)
    await visitor.page.context().clearCookies()
    const login = loginPage(visitor)
    await login.open()
    await login.askForCode(other.email)
    await correct(visitor, login, 'identifier', person.email, other.email)
    await login.press('method', 'code')
    await expect(login.field('code')).toBeVisible()
    await login.enterCode(await visitor.post.nextCode(person.email))
    await accountFrame(visitor).expectWelcome()
  })

  test('… and one who recovers an account', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
    const recovery = recoveryPage(visitor)
    await recovery.open()
    await recovery.askForCode(mistyped)
    await correct(visitor, recovery, 'email', person.email)
    await recovery.send('email', 'code')
    await expect(recovery.field('code')).toBeVisible()
    await recovery.enterCode(await visitor.post.nextCode(person.email))
    await expect(visitor.page).toHaveURL(/\/settings/)
  })

  test('a person who has just signed up confirms the address later, or changes that of the account @mistyped-address-2', async ({
    visitor,
    person,
  }) => {
    const { page, hands, post } = visitor
    const wrong = `typo-${person.email}`
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp({ ...person, email: wrong })
    await expect(page.locator('main [data-part=person]')).toContainText(wrong)
    await hands.press(page.getByTestId('verify-later'))
    await accountFrame(visitor).expectWelcome()
    await hands.press(page.locator(`button[name=address][value="${wrong}"]`))
    await expect(page.locator('main [data-part=person]')).toContainText(wrong)
    await expect(page.getByTestId('start-over')).toHaveCount(0)
    await hands.press(page.getByTestId('change-address'))
    await expect(page).toHaveURL(/\/settings/)
    await post.nextCode(wrong)
  })

  test('… and one who confirms an address', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
    const verification = verificationPage(visitor)
    await verification.open()
    await verification.askForCode(mistyped)
    await correct(visitor, verification, 'email', person.email)
    await verification.send('email', 'code')
    await expect(verification.field('code')).toBeVisible()
    await verification.enterCode(await visitor.post.nextCode(person.email))
    await expect(verification.message(1080002)).toBeVisible()
  })
})
