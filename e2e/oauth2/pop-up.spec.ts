import type { JSHandle } from '@playwright/test'
import type { RelyingParty } from '@gatehouse/testing/providers'
import { consentPage } from '../pages/consent-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'
import { tabOf, type Visitor } from '../visitor.ts'
import { expect, test } from './fixtures.ts'

/** The application's result of a sign-in that it began in a separate window. */
type Result = 'closed' | { readonly answer: string }

interface PopUp {
  /** The person, in front of the new window. */
  readonly inside: Visitor
  /** Returns the result, once the window is gone. */
  readonly result: () => Promise<Result>
}

/** Opens a window at the application and asks, as libraries do, whether it is still there. */
async function open(visitor: Visitor, party: RelyingParty): Promise<PopUp> {
  const { page } = visitor
  await page.goto(party.origin)
  const opened = page.waitForEvent('popup')
  const result: JSHandle<{ readonly end: Promise<Result> }> = await page.evaluateHandle(
    (address) => {
      const held = window.open(address, 'sign-in', 'popup,width=480,height=720')
      const end = new Promise<Result>((resolve) => {
        window.addEventListener('message', ({ data }) => resolve({ answer: String(data) }))
        // oxlint-disable-next-line no-restricted-globals -- in the page: how libraries watch their window
        const watch = setInterval(() => {
          if (held?.closed !== true) return
          clearInterval(watch)
          // The message of a window that ends itself may come after its end.
          // oxlint-disable-next-line no-restricted-globals -- in the page as well
          setTimeout(() => resolve('closed'), 500)
        }, 100)
      })
      return { end }
    },
    (await party.begin()).href,
  )
  return { inside: tabOf(visitor, await opened), result: () => result.evaluate(({ end }) => end) }
}

test('an application that signs people in by a separate window gets the result', async ({
  visitor,
  notebook,
  person,
  request,
}) => {
  await createAccount(request, visitor.origin, person)
  const { inside, result } = await open(visitor, notebook)
  await loginPage(inside).signIn(person.email, person.password)
  await consentPage(inside).press()
  const answer = await result()
  expect(answer).toEqual({ answer: expect.stringContaining('code=') })
  if (answer === 'closed') return
  expect((await notebook.finish(answer.answer)).claims['email']).toBe(person.email)
})

test('… also if a new password had to be chosen on the way', async ({ visitor, notebook, person, request }) => {
  await createAccount(request, visitor.origin, person)
  await visitor.post.nextCode(person.email)
  const { inside, result } = await open(visitor, notebook)
  await loginPage(inside).toRecovery()
  await recoveryPage(inside).askForCode(person.email)
  await recoveryPage(inside).enterCode(await visitor.post.nextCode(person.email))
  const { password } = settingsPage(inside)
  await password.fill({ password: 'ein-neues-Kennwort-4711' })
  await password.send('password', 'password')
  await expect(inside.page).toHaveURL(/\/login\?.*login_challenge=/)
  await loginPage(inside).fill({ password: 'ein-neues-Kennwort-4711' })
  await loginPage(inside).send('password', 'password')
  await consentPage(inside).press()
  expect(await result()).toEqual({ answer: expect.stringContaining('code=') })
})
