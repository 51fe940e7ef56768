import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { flowPage } from './flow-page.ts'

/** Drives the sign-up page. */
export function registrationPage(visitor: Visitor) {
  const form = flowPage(visitor)
  const { page, hands } = visitor
  return {
    ...form,
    async open(query = '') {
      await page.goto(`/registration${query}`)
    },
    /** One screen: details and password. */
    async signUp({ email, password }: Person) {
      await form.fill({ 'traits.email': email, password, 'traits.name.first': 'Vera', 'traits.name.last': 'Vale' })
      await form.send('password', 'password')
    },
    /** The first of two screens: details alone. */
    async giveDetails(email: string) {
      await form.fill({ 'traits.email': email, 'traits.name.first': 'Vera', 'traits.name.last': 'Vale' })
      await form.send('traits.name.last', 'profile')
    },
    /** The second of two screens. */
    async choosePassword(password: string) {
      await form.fill({ password })
      await form.send('password', 'password')
    },
    toLogin: () => hands.press(page.getByTestId('login-link')),
  }
}
