import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { makeAccount } from '../service/account-by-pages.ts'
import { newPerson } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { withAndWithoutScript } from '../ways.ts'

test.use({ setup: 'discreet' })

/** Returns the text of a page, without the typed address; the seconds that are left to wait are kept apart. */
async function words({ page, scripted }: Visitor, email: string): Promise<Said> {
  const again = page.getByRole('button', { name: /^Send a new code/ })
  // Script begins to count a moment after the page is there, and continues while it is read.
  if (scripted && (await again.isVisible())) await expect(again).toHaveText(/ in \d+ s$/)
  const text = (await page.locator('main').innerText()).replaceAll(email, '…')
  const [whole, seconds] = / in (\d+) s$/m.exec(text) ?? []
  return whole === undefined ? { text } : { text: text.replace(whole, ' in … s'), left: Number(seconds) }
}

interface Said {
  readonly text: string
  readonly left?: number
}

withAndWithoutScript(() => {
  test('a person without an account is answered word for word like one with an account', async ({
    visitor,
    person,
  }) => {
    await makeAccount(visitor, person)
    const stranger = newPerson()
    const login = loginPage(visitor)
    const recovery = recoveryPage(visitor)
    const verification = verificationPage(visitor)

    const answers: Said[][] = []
    for (const { email } of [person, stranger]) {
      const said: Said[] = []
      await login.open()
      await login.fill({ identifier: email })
      await login.send('identifier', 'identifier_first')
      await expect(login.field('password')).toBeVisible()
      said.push(await words(visitor, email))
      await login.fill({ password: 'not-the-password' })
      await login.send('password', 'password')
      await expect(login.message(4000006)).toBeVisible()
      said.push(await words(visitor, email))
      await recovery.open()
      await recovery.askForCode(email)
      said.push(await words(visitor, email))
      await verification.open()
      await verification.askForCode(email)
      // The warning is a separate box below the line that says that a code was sent.
      await expect(verification.message(1080003)).toHaveText(/^You’re not signed in here/)
      await expect(visitor.page.locator('main')).toContainText('We sent a code to your address')
      said.push(await words(visitor, email))
      answers.push(said)
    }
    const [known = [], unknown = []] = answers
    expect(unknown.map(({ text }) => text)).toEqual(known.map(({ text }) => text))
    // Both began to wait as long; some of it may have passed before it was read.
    for (const [at, { left = 0 }] of unknown.entries()) expect(Math.abs(left - (known[at]?.left ?? 0))).toBeLessThan(6)
  })
})
