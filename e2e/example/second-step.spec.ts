import { freePorts, startGateway } from '@gatehouse/testing/processes'
import { totpCode } from '@gatehouse/testing/devices'
import { expect, test } from '@playwright/test'
import { applications, type Stop } from './applications.ts'
import { openOutside } from './outside.ts'

const stops: Stop[] = []
let application = ''
let addPerson: (email: string) => Promise<void>
const password = 'a quite long sentence'

test.beforeAll(async () => {
  const [publicPort = 0, adminPort = 0, port = 0] = await freePorts(3)
  const account = `http://account.example.localhost:${publicPort}`
  application = `http://app.example.localhost:${port}`
  const environment = {
    GATEHOUSE_PUBLIC_URL: account,
    GATEHOUSE_RETURN_URLS: application,
    GATEHOUSE_COOKIE_DOMAIN: 'example.localhost',
  }
  const gateway = await startGateway({ ports: { public: publicPort, admin: adminPort }, environment })
  const outside = await openOutside()
  stops.push(
    () => outside.remove(),
    () => gateway.stop(),
  )
  const organization = '00000000-0000-4000-8000-000000000000'
  const stop = await applications['Express']?.({ port, origin: application, account, organization }, outside)
  if (stop !== undefined) stops.unshift(stop)
  addPerson = async (email) => {
    const answer = await fetch(`${gateway.adminOrigin}/admin/identities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        schema_id: 'person',
        traits: { email, name: { first: 'Grace', last: 'Hopper' } },
        verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
        credentials: { password: { config: { password } } },
      }),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
  }
})
test.afterAll(async () => {
  for (const stop of stops) await stop()
})

for (const { way, tag, scripted } of [
  { way: 'with script', tag: [], scripted: true },
  { way: 'without script', tag: ['@no-js'], scripted: false },
]) {
  test(
    `a person without a second step sets one up for the application that asks for it, ${way} @second-step-1`,
    {
      tag,
    },
    async ({ page }) => {
      const email = `grace.${scripted}@example.org`
      await addPerson(email)
      await page.goto(`${application}/delete`)
      await page.locator('[name=identifier]').fill(email)
      await page.locator('[name=password]').fill(password)
      await page.locator('button[name=method][value=password]').click()
      await page.getByRole('link', { name: 'Set up a second step' }).click()
      await page.getByTestId('open/totp').click()
      const secret = await page.getByTestId('node/text/totp_secret_key/text').innerText()
      await page.locator('[name=totp_code]').fill(totpCode(secret.trim(), Date.now()))
      if (!scripted) await page.locator('button[name=method][value=totp]').click()
      await expect(page).toHaveURL(`${application}/delete`)
      await expect(page.getByRole('main')).toContainText('Really delete everything, Grace Hopper?')
    },
  )
}
