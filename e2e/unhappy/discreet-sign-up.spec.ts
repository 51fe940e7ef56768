import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { makeAccount } from '../service/account-by-pages.ts'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'

test.use({ setup: 'discreet' })

inWays(['script'], () => {
  test('a person who signs up and confirms the address is signed in', async ({ visitor, person }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp(person)
    await verificationPage(visitor).confirm(person.email)
    await accountFrame(visitor).expectWelcome()
  })

  test('a sign-up with an address that has an account looks like any other', async ({ visitor, person }) => {
    await makeAccount(visitor, person)
    const stranger = newPerson()
    const { page } = visitor
    const said: string[][] = []
    for (const { email } of [person, stranger]) {
      const registration = registrationPage(visitor)
      await registration.open()
      await registration.signUp({ ...person, email, password: 'another-Horse-battery-7' })
      await expect(page).toHaveURL(/\/verification\?/)
      const shown = async () => {
        const text = await page.locator('main').innerText()
        // A moment earlier or later the countdown of the button has not begun, or is over.
        const lines = text
          .replaceAll(email, '…')
          .replace(/\s+in\s\d+\ss$/mu, '')
          .split('\n')
        return lines.map((line) => line.trim())
      }
      const form = verificationPage(visitor)
      await expect(form.field('code')).toBeVisible()
      said.push(await shown())
      await form.enterCode('000000')
      await expect(form.message(4070006)).toBeVisible()
      said.push(await shown())
      await page.context().clearCookies()
    }
    expect(said.slice(2)).toEqual(said.slice(0, 2))
    const login = loginPage(visitor)
    await login.open()
    await login.fill({ identifier: person.email })
    await login.send('identifier', 'identifier_first')
    await login.fill({ password: 'another-Horse-battery-7' })
    await login.send('password', 'password')
    await expect(login.message(4000006)).toBeVisible()
  })
})
