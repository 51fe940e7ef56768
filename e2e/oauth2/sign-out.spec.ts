import { consentPage } from '../pages/consent-page.ts'
import { createAccount } from '../service/account.ts'
import type { Visitor } from '../visitor.ts'
import { inWays } from '../ways.ts'
import { backAt, signIn } from './application.ts'
import { expect, test } from './fixtures.ts'

async function isSignedIn({ page, origin }: Visitor): Promise<boolean> {
  return (await page.request.get(`${origin}/sessions/whoami`)).ok()
}

inWays(['script'], () => {
  test('an application signs a person out, once they agree @sign-out-1', async ({
    visitor,
    notebook,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, notebook, person)
    await consentPage(visitor).press()
    const { idToken } = await notebook.finish(await backAt(visitor, notebook))
    const { page, hands } = visitor
    await page.goto(notebook.signOut(idToken).href)
    await expect(page.getByTestId('client')).toContainText('Notebook')
    await hands.press(page.getByRole('button', { name: 'Stay signed in' }))
    await expect(page).toHaveURL(`${visitor.origin}/`)
    expect(await isSignedIn(visitor)).toBe(true)

    await page.goto(notebook.signOut(idToken).href)
    await hands.press(page.getByTestId('logout-confirm'))
    await expect(page).toHaveURL(`${notebook.goodbye}?state=bye`)
    expect(await isSignedIn(visitor)).toBe(false)
    await page.goto((await notebook.begin()).href)
    await expect(page.getByTestId('known-account')).toContainText(person.email)
  })
})

test('the operator’s own application signs out at once', async ({ visitor, intranet, person, request }) => {
  await createAccount(request, visitor.origin, person)
  await signIn(visitor, intranet, person)
  const { idToken } = await intranet.finish(await backAt(visitor, intranet))
  await visitor.page.goto(intranet.signOut(idToken).href)
  await expect(visitor.page).toHaveURL(`${intranet.goodbye}?state=bye`)
  expect(await isSignedIn(visitor)).toBe(false)
})
