import type { APIRequestContext, Page } from '@playwright/test'
import { loginPage } from '../pages/login-page.ts'
import { tabOf } from '../visitor.ts'
import { expect, test } from './fixtures.ts'

/** Opens a window from the page; the message that it sends to its opener. */
async function openFrom(page: Page, address: string) {
  const opened = page.waitForEvent('popup')
  const message = await page.evaluateHandle((target) => {
    const answer = new Promise<string>((resolve) => {
      window.addEventListener('message', ({ data }) => resolve(String(data)), { once: true })
    })
    window.open(target, 'sign-in', 'popup,width=480,height=720')
    return { answer }
  }, address)
  return { popUp: await opened, message: () => message.evaluate(({ answer }) => answer) }
}

/**
 * Asks, for an application without cookies, for the start address of a sign-in at the provider, as Ory's mobile app
 * does.
 */
async function beginNativeSignIn(request: APIRequestContext, origin: string, returnTo: string): Promise<string> {
  const query = new URLSearchParams({ return_session_token_exchange_code: 'true', return_to: returnTo })
  const begun = await request.get(`${origin}/self-service/login/api?${query}`)
  const { id } = (await begun.json()) as { readonly id: string }
  const sent = await request.post(`${origin}/self-service/login?flow=${id}`, {
    data: { method: 'oidc', provider: 'corp' },
  })
  expect(sent.status()).toBe(422)
  const { redirect_browser_to } = (await sent.json()) as { readonly redirect_browser_to: string }
  return redirect_browser_to
}

test('a window that an application opened comes back from a provider to it, and its message arrives', async ({
  visitor,
  provider,
  application,
  person,
}) => {
  provider.signInAs({ sub: person.email, email: person.email, email_verified: true, given_name: 'Ada' })
  await visitor.page.goto(application.origin)
  const query = new URLSearchParams({ return_to: application.callback })
  const { popUp, message } = await openFrom(visitor.page, `${visitor.origin}/self-service/login/browser?${query}`)
  await loginPage(tabOf(visitor, popUp)).press('provider', 'corp')
  expect(await message()).toBe(application.callback)
})

test('… also if the application has begun the sign-in over the API', async ({
  visitor,
  provider,
  application,
  person,
  request,
}) => {
  provider.signInAs({ sub: person.email, email: person.email, email_verified: true, given_name: 'Ada' })
  await visitor.page.goto(application.origin)
  const address = await beginNativeSignIn(request, visitor.origin, application.callback)
  const { message } = await openFrom(visitor.page, address)
  expect(await message()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?code=/)
})
