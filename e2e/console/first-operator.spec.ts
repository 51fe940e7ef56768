import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { expect, test } from '../fixtures.ts'
import { inboxOf } from '../service/post.ts'
import { newPerson, type Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { inEveryWay } from '../ways.ts'

// Each of them is the first in a separate installation.
let gateway: GatewayProcess
test.beforeEach(async () => {
  gateway = await startGateway()
})
test.afterEach(() => gateway.stop())

inEveryWay(() => {
  test('the link from the start makes the first operator, who invites another', async ({ visitor }) => {
    test.slow()
    const { page, hands } = visitor
    const owner = newPerson('owner')
    const path = join(gateway.dataFolder, 'first-operator-link')
    expect(gateway.logs()).toContain(`open the link in ${path}`)
    const link = readFileSync(path, 'utf8').trim()
    expect(link).toContain(`${gateway.consoleOrigin}/set-up/`)
    await page.goto(link)
    await register(visitor, owner)
    await expect(page.getByText(owner.email)).toBeVisible()
    await hands.press(page.getByRole('button', { name: 'Become the owner' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gatehouse')
    // The only project, with the link to the pages of its workspace.
    expect(page.url()).toContain('/p/')
    const home = page.url().replace(/\/p\/.*/, '')

    // Its address in another person's clipboard opens nothing any more.
    const answer = await page.request.get(link)
    expect(answer.status()).toBe(410)

    const guest = newPerson('guest')
    await hands.press(page.getByRole('link', { name: 'Members' }))
    await hands.fill(page.locator('#invite').getByLabel('Email'), guest.email)
    await page.locator('#invite select[name=role]').selectOption('viewer')
    await hands.press(page.getByRole('button', { name: 'Send invitation' }))
    const invitation = await page.getByLabel('Invitation link').inputValue()
    const mails: { link: string | null }[] = await (
      await page.request.get(`${gateway.origin}/dev/inbox.json?to=${guest.email}`)
    ).json()
    expect(mails.map((mail) => mail.link)).toContain(invitation)
    await expect(page.getByRole('rowheader', { name: guest.email })).toBeVisible()

    await hands.press(page.getByRole('complementary').getByRole('button', { name: /Owner/ }))
    await hands.press(page.getByRole('button', { name: 'Sign out' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the console')
    await page.goto(invitation)
    await register(visitor, guest)
    // An invitation needs a proved address.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your address')
    await hands.fill(page.getByLabel('Code', { exact: false }), await codeFor(guest.email))
    // With script a complete code is submitted automatically.
    if (!visitor.scripted) await hands.press(page.getByRole('button', { name: 'Continue' }))
    await expect(page.getByText(guest.email)).toBeVisible()
    await hands.press(page.getByRole('button', { name: 'Accept the invitation' }))
    await expect(page).toHaveURL(new RegExp('/w/'))
    await expect(page.getByRole('link', { name: 'Members' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0)
    expect((await page.goto(`${home}/members`))?.status()).toBe(403)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
    expect((await page.goto(invitation))?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid')
  })
})

/** Returns the code of the newest mail to an address. */
async function codeFor(address: string): Promise<string> {
  const mails = await inboxOf(gateway.origin, address)
  const mail = mails.find(({ code }) => code !== null)
  if (mail === undefined || mail.code === null) throw new Error(`there is no mail with a code for ${address}`)
  return mail.code
}

/** Creates an account on the way to a page that needs one. */
async function register({ page, hands }: Visitor, { email, password }: Person): Promise<void> {
  await hands.press(page.getByRole('link', { name: 'Create an account' }))
  await hands.fill(page.getByRole('textbox', { name: 'Email', exact: true }), email)
  await hands.fill(page.getByLabel('Password', { exact: true }), password)
  await hands.press(page.getByRole('button', { name: 'Continue' }))
}
