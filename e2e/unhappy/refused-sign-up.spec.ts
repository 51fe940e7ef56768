import { expect, test } from '../fixtures.ts'
import { nextAnswer } from '../pages/flow-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('a password that is too short: the field is marked and described, the rest is kept', async ({
    visitor,
    person,
  }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    const answer = nextAnswer(visitor)
    await registration.signUp({ ...person, password: 'abc' })
    expect((await answer).status()).toBe(400)

    const password = registration.field('password')
    await expect(registration.summary).toHaveAttribute('role', 'alert')
    await expect(password).toBeFocused()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toHaveAccessibleDescription(/at least 8 characters/)
    await expect(password).toHaveValue('')
    await expect(registration.field('traits.email')).toHaveValue(person.email)
    await expect(registration.field('traits.email')).not.toHaveAttribute('aria-invalid')
    await expect(registration.field('traits.name.first')).toHaveValue('Vera')

    // Its sentence stands once on the page: under the field.
    await expect(registration.summary).toHaveCSS('clip-path', 'inset(50%)')
    await registration.summary.getByRole('link').focus()
    await expect(registration.summary).toHaveCSS('clip-path', 'none')
    await visitor.page.keyboard.press('Enter')
    await expect(password).toBeFocused()
  })

  test('an address that has an account: said, and nothing else is lost', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp(person)
    await expect(registration.message(4000007)).toBeVisible()
    await expect(registration.field('traits.email')).toHaveValue(person.email)
    await registration.toLogin()
    await expect(visitor.page).toHaveURL(/\/login/)
  })
})
