import { expect } from '@playwright/test'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'

/** Makes an account from the sign-in page on, confirms the address and ends on the overview. */
export async function signUp(visitor: Visitor, person: Person): Promise<void> {
  const login = loginPage(visitor)
  await login.open()
  await login.toRegistration()
  await registrationPage(visitor).signUp(person)
  await verificationPage(visitor).confirm(person.email)
  const account = accountFrame(visitor)
  await account.expectWelcome()
  await expect(account.title).toContainText('Vera')
}

/** Signs in with a password, from the sign-in page. */
export async function signIn(visitor: Visitor, { email, password }: Person): Promise<void> {
  await loginPage(visitor).signIn(email, password)
  await accountFrame(visitor).expectWelcome()
}

/** Gets back in with a code by mail, and sets a new password. */
export async function recover(visitor: Visitor, email: string, newPassword: string): Promise<void> {
  const { page, post } = visitor
  await loginPage(visitor).toRecovery()
  const recovery = recoveryPage(visitor)
  await recovery.askForCode(email)
  await expect(recovery.message(1060003)).toBeVisible()
  await recovery.enterCode(await post.nextCode(email))
  await expect(page).toHaveURL(/\/settings/)
  await expect(page.getByTestId('ui/message/1060001')).toBeVisible()
  await settingsPage(visitor).changePassword(newPassword)
}

/** Plays the whole life of an account. Starts and ends signed out. */
export async function accountJourney(visitor: Visitor, person: Person): Promise<void> {
  const account = accountFrame(visitor)
  const settings = settingsPage(visitor)
  await signUp(visitor, person)
  await account.signOut()

  await signIn(visitor, person)
  await account.to('/settings')
  await settings.changeName('Nora', 'Night')
  await expect(settings.profile.field('traits.name.first')).toHaveValue('Nora')
  const second = `${person.password}-second`
  await settings.changePassword(second)
  await account.to('/')
  await expect(account.title).toContainText('Nora Night')
  await account.signOut()

  await signIn(visitor, { ...person, password: second })
  await account.signOut()

  const third = `${person.password}-third`
  await recover(visitor, person.email, third)
  await account.signOut()
  await signIn(visitor, { ...person, password: third })
  await account.signOut()
}
