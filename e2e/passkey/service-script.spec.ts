import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { plugIn, withoutSuggestions } from './authenticator.ts'

test.use({ setup: 'passkeys' })

interface Node {
  readonly type: string
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Flow {
  readonly ui: { readonly action: string; readonly nodes: readonly Node[] }
}

/** Opens another party's page that draws a flow's nodes as they come, with the service's own script. */
async function openForeignPage(page: Page, origin: string, kind: string): Promise<void> {
  const headers = { accept: 'application/json' }
  const response = await page.request.get(`${origin}/self-service/${kind}/browser`, { headers })
  const { ui } = (await response.json()) as Flow
  const body = `<!doctype html><title>Own page</title><form method="post" action="${escape(ui.action)}">${ui.nodes
    .filter(({ type }) => type === 'input')
    .map(({ attributes: { name, type, value, onclick } }) => draw({ name, type, value, onclick }))
    .join('')}</form>${ui.nodes
    .filter(({ type }) => type === 'script')
    .map(
      ({ attributes: { src, integrity, crossorigin } }) => `<script${list({ src, integrity, crossorigin })}></script>`,
    )
    .join('')}`
  await page.route(`${origin}/own-page`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${origin}/own-page`)
  await page.unroute(`${origin}/own-page`)
}

function draw(attributes: Node['attributes']): string {
  // The submit buttons of other methods would only be in the way.
  return attributes['type'] === 'submit' ? '' : `<input${list(attributes)}>`
}

function list(attributes: Node['attributes']): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (typeof value === 'string' ? [` ${name}="${escape(value)}"`] : []))
    .join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

test('pages without their own script sign up and in by the service’s script @service-script-1', async ({
  visitor,
  person,
}) => {
  const { page, origin } = visitor
  await withoutSuggestions(page)
  const device = await plugIn(page, 'built-in')
  await openForeignPage(page, origin, 'registration')
  expect(await page.evaluate(() => Reflect.get(window, '__oryWebAuthnInitialized'))).toBe(true)
  await page.locator('[name="traits.email"]').fill(person.email)
  await page.locator('[name=passkey_register_trigger]').click()
  await expect(page).toHaveURL(/\/verification/)
  expect(await device.count()).toBe(1)

  await page.context().clearCookies()
  await openForeignPage(page, origin, 'login')
  await page.locator('[name=passkey_login_trigger]').click()
  await expect(page).toHaveURL(`${origin}/`)
  await expect(page.getByTestId('logout-link')).toBeVisible()
})
