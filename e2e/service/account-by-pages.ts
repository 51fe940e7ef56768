import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import type { Visitor } from '../visitor.ts'
import type { Person } from './people.ts'

/**
 * Makes an account by way of the pages, with its address proved: where it is hidden who has an account, there is none
 * before that. No one is signed in afterwards.
 */
export async function makeAccount(visitor: Visitor, person: Person): Promise<void> {
  const registration = registrationPage(visitor)
  await registration.open()
  await registration.signUp(person)
  await verificationPage(visitor).confirm(person.email)
  await visitor.page.context().clearCookies()
}
