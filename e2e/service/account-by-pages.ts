import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import type { Visitor } from '../visitor.ts'
import type { Person } from './people.ts'

/**
 * Creates an account through the pages, with its address verified: if the pages hide who has an account, there is none
 * before that. The visitor is signed out afterwards.
 */
export async function makeAccount(visitor: Visitor, person: Person): Promise<void> {
  const registration = registrationPage(visitor)
  await registration.open()
  await registration.signUp(person)
  await verificationPage(visitor).confirm(person.email)
  await visitor.page.context().clearCookies()
}
