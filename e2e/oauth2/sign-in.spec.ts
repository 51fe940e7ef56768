import { consentPage } from '../pages/consent-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'
import { backAt, signIn } from './application.ts'
import { expect, test } from './fixtures.ts'

withAndWithoutScript(() => {
  test('an application learns a person’s identity, and nothing that was not asked @sign-in-1', async ({
    visitor,
    notebook,
    person,
    request,
    engine,
  }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, notebook, person)
    const consent = consentPage(visitor)
    await consent.expectOpen()
    await expect(consent.client).toContainText('Notebook')
    await expect(consent.client).toContainText(new URL(notebook.origin).host)
    await expect(visitor.page.getByRole('link', { name: 'Privacy policy' })).toBeVisible()
    await expect(visitor.page.locator('a[href^="javascript"], img[src*="notebook"]')).toHaveCount(0)
    await consent.press()

    const signedIn = await notebook.finish(await backAt(visitor, notebook))
    expect(signedIn.claims).toMatchObject({ email: person.email, name: 'Vera Vale', amr: ['password'] })
    // Ory Kratos 1.3.1 tells the sign-in methods, and not the assurance level.
    expect(signedIn.claims['acr']).toBe(engine === 'kratos' ? undefined : 'aal1')
    expect(signedIn.userInfo).toMatchObject({ sub: signedIn.claims['sub'], email: person.email, email_verified: false })
    expect(signedIn.claims['phone_number']).toBeUndefined()
  })

  test('a person who refuses is sent back, and the application gets nothing @sign-in-2', async ({
    visitor,
    notebook,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, notebook, person)
    await consentPage(visitor).refuse()
    const answer = await backAt(visitor, notebook)
    expect(new URL(answer).searchParams.get('error')).toBe('access_denied')
    await expect(notebook.finish(answer)).rejects.toThrow()
  })

  test('a remembered consent is not asked again; any other is', async ({ visitor, notebook, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, notebook, person)
    const consent = consentPage(visitor)
    await consent.press()
    await backAt(visitor, notebook)
    await visitor.page.goto((await notebook.begin()).href)
    await consent.expectOpen()
    await visitor.hands.press(consent.remember)
    await expect(consent.remember).toBeChecked()
    await consent.press()
    await backAt(visitor, notebook)
    await visitor.page.goto((await notebook.begin()).href)
    const signedIn = await notebook.finish(await backAt(visitor, notebook))
    expect(signedIn.claims['email']).toBe(person.email)
  })

  test('the operator’s own application asks nothing, from the form to the end @sign-in-3', async ({
    visitor,
    intranet,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, intranet, person)
    const signedIn = await intranet.finish(await backAt(visitor, intranet))
    expect(signedIn.claims).toMatchObject({ email: person.email })
  })
})
