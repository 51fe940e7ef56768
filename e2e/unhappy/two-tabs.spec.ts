import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import { secondTab, type Visitor } from '../visitor.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('signed in in one tab: the form in the other leads to the account', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const other = await secondTab(visitor)
    await loginPage(visitor).open()
    await loginPage(other).open()
    await loginPage(visitor).signIn(person.email, person.password)
    await accountFrame(visitor).expectWelcome()
    await loginPage(other).signIn(person.email, person.password)
    await accountFrame(other).expectWelcome()
  })

  test('two sign-in forms side by side do not disturb each other', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const other = await secondTab(visitor)
    await loginPage(visitor).open()
    await loginPage(other).open()
    const login = loginPage(visitor)
    await login.signIn(person.email, 'not-the-password')
    await expect(login.message(4000006)).toBeVisible()
    await loginPage(other).signIn(person.email, person.password)
    await accountFrame(other).expectWelcome()
  })

  test('signed out in one tab: a form in the other asks to sign in, and leads back', async ({ visitor, person }) => {
    await createAccount(visitor.page.request, visitor.origin, person)
    const profile = await sendSettingsSignedOut(visitor)
    await loginPage(visitor).signIn(person.email, person.password)
    await expect(visitor.page).toHaveURL(/\/settings/)
    await expect(profile.field('traits.name.first'), 'what was typed is still there').toHaveValue('Nora')
    await profile.send('traits.name.first', 'profile')
    await expect(profile.message(1050001)).toBeVisible()
    await visitor.page.reload()
    await expect(profile.field('traits.name.first')).toHaveValue('Nora')
  })

  test('text typed into settings is not shown to another person who signs in', async ({ visitor, person, request }) => {
    const stranger = newPerson('stranger')
    await createAccount(request, visitor.origin, stranger)
    await createAccount(visitor.page.request, visitor.origin, person)
    const profile = await sendSettingsSignedOut(visitor)
    await loginPage(visitor).signIn(stranger.email, stranger.password)
    await expect(visitor.page).toHaveURL(/\/settings/)
    await expect(profile.field('traits.name.first')).toHaveValue('Vera')
    expect((await visitor.page.context().cookies()).map(({ name }) => name)).not.toContain('gatehouse_kept_form')
  })
})

/** Sends a name from settings that were opened before another tab signed out; leads to the sign-in. */
async function sendSettingsSignedOut(visitor: Visitor) {
  const other = await secondTab(visitor)
  await settingsPage(visitor).open('profile')
  await other.page.goto('/')
  await accountFrame(other).signOut()
  const { profile } = settingsPage(visitor)
  await profile.fill({ 'traits.name.first': 'Nora' })
  await profile.send('traits.name.first', 'profile')
  await expect(visitor.page).toHaveURL(/\/login\?/)
  return profile
}
