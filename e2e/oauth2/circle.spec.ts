import { createAccount } from '../service/account.ts'
import { inWays } from '../ways.ts'
import { backAt, signIn } from './application.ts'
import { expect, test } from './fixtures.ts'

inWays(['script'], () => {
  test('an OAuth2 client that begins again after each answer gets people back three times, then they read why @sibling-hosts-13', async ({
    visitor,
    intranet,
    person,
    request,
  }) => {
    const { page } = visitor
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, intranet, person)
    await backAt(visitor, intranet)
    const begin = async (parameters?: Record<string, string>) => page.goto((await intranet.begin(parameters)).href)
    for (let round = 0; round < 3; round += 1) {
      await begin()
      await backAt(visitor, intranet)
    }
    // One that looks without a page has its answer each time, and one that wants a fresh sign-in a form.
    await begin({ prompt: 'none' })
    await backAt(visitor, intranet)
    await begin({ prompt: 'login' })
    await expect(page.locator('[name=password]')).toBeVisible()
    expect((await begin())?.status()).toBe(409)
    const { host, origin } = new URL(intranet.callback)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(host)
    const id = (await intranet.begin()).searchParams.get('client_id') ?? ''
    await expect(page.getByText(`The OAuth2 client ${id} `)).toContainText(intranet.callback)
    await expect(page.locator(`main a[href="${origin}"]`)).toBeVisible()
  })

  test('an OAuth2 client gets people whom another one has sent round @sibling-hosts-14', async ({
    visitor,
    intranet,
    notebook,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, intranet, person)
    await backAt(visitor, intranet)
    for (const party of [intranet, intranet, intranet, notebook]) {
      await visitor.page.goto((await party.begin()).href)
      if (party === intranet) await backAt(visitor, party)
    }
    await expect(visitor.page).toHaveURL(/\/consent\?/)
  })
})
