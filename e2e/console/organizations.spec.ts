import { startOpenIdProvider } from '@gatehouse/testing/providers'
import type { Browser, Locator, Page } from '@playwright/test'
import { inWays } from '../ways.ts'
import { expect, test } from './fixtures.ts'

const clientSecret = 'the-secret-of-the-client-at-the-provider'

/** Opens a page in a browser that has never been here. */
async function newcomer(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

const alerts = (page: Page): Locator => page.getByRole('alert')

test('an operator makes an organization, names its domains, and learns which organization has a domain', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Shop')
  await shop.call('POST', '/organizations', { label: 'Blue', domains: ['blue.example'] })
  const root = `${shop.root}/organizations`
  await consolePage.goto(root)
  await consolePage.getByRole('link', { name: 'New organization' }).click()
  await consolePage.getByLabel('Name', { exact: true }).fill('Acme')
  await consolePage.getByLabel('Domains').fill('acme.example\nnot a domain')
  await consolePage.getByRole('button', { name: 'Create organization' }).click()
  await expect(alerts(consolePage)).toContainText('“not” is not a domain')
  await consolePage.getByLabel('Domains').fill('@Acme.example\nblue.example')
  await consolePage.getByRole('button', { name: 'Create organization' }).click()
  await expect(alerts(consolePage)).toContainText('The domain blue.example belongs to Blue')
  await consolePage.getByLabel('Domains').fill('@Acme.example\nbücher.example')
  await consolePage.getByRole('button', { name: 'Create organization' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Acme')
  await expect(consolePage.getByTestId('notice')).toContainText('Acme was created')
  await expect(consolePage.getByText('acme.example, xn--bcher-kva.example')).toBeVisible()

  await consolePage.goto(`${root}?q=someone@acme.example`)
  await expect(consolePage.getByRole('row')).toHaveCount(2)
  await consolePage.goto(`${root}?q=nowhere.example`)
  await expect(consolePage.getByText('No results for “nowhere.example”.')).toBeVisible()
})

test('a form of another site does nothing, and neither does one without its link @organizations-2', async ({
  gateway,
  request,
  newProject,
}) => {
  const shop = await newProject('Shop')
  const acme = await shop.call<{ id: string }>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
  const body = { enable_sso: true, enable_scim: false }
  const link = await shop.call<{ value: string }>('POST', `/organizations/${acme.id}/onboarding-portal-links`, body)
  const form = { intent: 'connect', issuer_url: 'https://evil.example', client_id: 'x', client_secret: 'y' }
  const post = async (token: string, origin: string) => {
    const opening = await request.get(`${gateway.consoleOrigin}/onboarding/${token}`, { maxRedirects: 0 })
    const site = origin === gateway.consoleOrigin ? 'same-origin' : 'cross-site'
    const headers = { origin, 'sec-fetch-site': site, accept: 'text/html' }
    return request.post(`${gateway.consoleOrigin}${opening.headers()['location'] ?? ''}`, { form, headers })
  }
  expect((await post(link.value, 'https://evil.example')).status()).toBe(403)
  expect((await post('gol_nothing', gateway.consoleOrigin)).status()).toBe(410)
  // It does reach the page from there: the provider is tried, and does not exist.
  expect((await post(link.value, gateway.consoleOrigin)).status()).toBe(400)
  expect(JSON.stringify(await shop.call('GET', ''))).not.toContain('evil.example')
})

inWays(['script'], () => {
  test('a customer’s administrator connects their provider with a link, and their people sign in there', async ({
    consolePage,
    gateway,
    browser,
    person,
    newProject,
  }) => {
    test.slow()
    const shop = await newProject('Shop')
    const { root } = shop
    await consolePage.goto(`${root}/organizations/new`)
    await consolePage.getByLabel('Name', { exact: true }).fill('Acme')
    await consolePage.getByLabel('Domains').fill('acme.example')
    await consolePage.getByRole('button', { name: 'Create organization' }).click()
    await consolePage.getByRole('button', { name: 'Create link' }).click()
    const link = await consolePage.getByLabel('Onboarding link', { exact: true }).inputValue()
    const organization = consolePage.url().replace(/[?#].*/, '')

    // The administrator has nothing but the link.
    const admin = await newcomer(browser)
    await admin.goto(link)
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Set up how Acme signs in')
    await expect(admin.getByText('acme.example', { exact: true })).toBeVisible()
    const redirectUri = await admin.getByLabel('Redirect address').inputValue()
    const provider = await startOpenIdProvider([{ clientId: 'shop', clientSecret, redirectUris: [redirectUri] }])
    const connect = async (issuer: string, secret: string) => {
      await admin.getByLabel('Issuer', { exact: true }).fill(issuer)
      await admin.getByLabel('Client id', { exact: true }).fill('shop')
      await admin.getByLabel('Client secret', { exact: true }).fill(secret)
      await admin.getByRole('button', { name: 'Check and save' }).click()
    }
    await connect(gateway.origin, clientSecret)
    await expect(alerts(admin)).toContainText('not as an OpenID Connect provider')
    await connect(provider.issuer.replace('127.0.0.1', 'localhost'), clientSecret)
    await expect(alerts(admin)).toContainText(`The provider states ${provider.issuer} as its issuer`)
    await connect(provider.issuer, 'a secret that is another one')
    await expect(alerts(admin)).toContainText('does not accept client id and secret')
    await expect(admin.getByTestId('connection-status')).toHaveCount(0)
    await connect(`${provider.issuer}/.well-known/openid-configuration`, clientSecret)
    await expect(admin.getByTestId('connection-status')).toContainText('Connected')
    expect(await admin.content()).not.toContain(clientSecret)
    await admin.getByRole('button', { name: 'Check again' }).click()
    await expect(admin.getByTestId('connection-status')).toContainText('It works.')
    await expect(admin.getByLabel('Issuer', { exact: true })).toHaveValue(provider.issuer)
    const signIn = await admin.getByRole('link', { name: 'Try signing in' }).getAttribute('href')
    expect(signIn).toContain(`${shop.origin}/self-service/login/browser?organization=`)

    // A person of the organization, who has never been here.
    const email = person.email.replace(/@.*/, '@acme.example')
    provider.signInAs({ sub: email, email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace' })
    const member = await newcomer(browser)
    await member.goto(`${shop.origin}/login`)
    await member.locator('input[name=identifier]').fill(email)
    await member.locator('button[name=method][value=code]').click()
    await member.locator('button[name=provider]').click()
    await expect(member).toHaveURL(`${shop.origin}/`)

    await consolePage.goto(organization)
    await consolePage.getByRole('link', { name: 'People' }).last().click()
    await consolePage.getByRole('row').filter({ hasText: email }).getByRole('link').click()
    await expect(consolePage.locator('main dl').getByText('Acme', { exact: true })).toBeVisible()
    await consolePage.goto(`${root}/audit`)
    await expect(consolePage.getByRole('row').filter({ hasText: 'setOnboardingConnection' })).toContainText(
      'Acme (onboarding link)',
    )

    // The operator looks after the connection, and takes the link back.
    await consolePage.goto(organization)
    await consolePage.getByRole('button', { name: 'Check' }).click()
    await expect(consolePage.getByText('“Acme” works.')).toBeVisible()
    await provider.stop()
    await consolePage.getByRole('button', { name: 'Check' }).click()
    await expect(alerts(consolePage)).toContainText('This address does not respond')
    await consolePage.getByRole('link', { name: 'Revoke' }).click()
    await consolePage.getByRole('button', { name: 'Revoke' }).click()
    await expect(consolePage.getByTestId('notice')).toContainText('revoked')
    await admin.goto(link)
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid')
    await admin.goto(`${gateway.consoleOrigin}/onboarding`)
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid')
  })

  test('an operator enters a connection, and deletes an organization whose people stay', async ({
    consolePage,
    newProject,
  }) => {
    const shop = await newProject('Shop')
    const acme = await shop.call<{ id: string }>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
    const member = { schema_id: 'person', traits: { email: 'ada@acme.example' }, organization_id: acme.id }
    const { id } = await shop.call<{ id: string }>('POST', '/admin/identities', member)
    const root = `${shop.root}/organizations`
    await consolePage.goto(`${root}/${acme.id}`)
    await consolePage.getByRole('link', { name: 'Add a connection' }).click()
    await expect(consolePage.getByLabel('Redirect address')).toHaveValue(
      new RegExp(`/self-service/methods/oidc/organization/${acme.id}/callback/sso-`),
    )
    await consolePage.getByLabel('Client id').fill('shop')
    await consolePage.getByRole('button', { name: 'Save connection' }).click()
    await expect(alerts(consolePage)).toContainText('Enter the issuer’s address')
    await expect(consolePage.getByLabel('Client id')).toHaveValue('shop')
    await consolePage.getByLabel('Issuer').fill('https://login.acme.example')
    await consolePage.getByLabel('Client secret').fill(clientSecret)
    await consolePage.getByRole('button', { name: 'Save connection' }).click()
    await expect(consolePage.getByTestId('notice')).toContainText('The connection is live')
    await consolePage
      .getByRole('row')
      .filter({ hasText: 'login.acme.example' })
      .getByRole('link', { name: 'Acme' })
      .click()
    await expect(consolePage.getByLabel('Issuer')).toHaveValue('https://login.acme.example')
    expect(await consolePage.content()).not.toContain(clientSecret)
    await consolePage.goBack()

    await consolePage.getByRole('link', { name: 'Delete organization' }).click()
    await expect(consolePage.getByText('No accounts are deleted')).toBeVisible()
    await consolePage.getByRole('button', { name: 'Delete organization' }).click()
    await expect(consolePage.getByText('No organizations yet.')).toBeVisible()
    const config = JSON.stringify(await shop.call('GET', ''))
    expect(config).not.toContain('login.acme.example')
    await shop.call('GET', `/admin/identities/${id}`)
  })
})

test('a form that someone else saved has their values, and saves the rest @stale-forms-4', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Shop')
  const { id } = await shop.call<{ id: string }>('POST', '/organizations', { label: 'Acme', domains: ['old.example'] })
  await consolePage.goto(`${shop.root}/organizations/${id}`)
  const form = consolePage.locator('form[data-intent=save]')
  const save = form.locator('button[type=submit]')
  await form.locator('[name=label]').fill('Acme Corporation')
  const theirs = { label: 'Acme', domains: ['old.example', 'new.example'], session_lifespan: '12h' }
  await shop.call('PUT', `/organizations/${id}`, theirs)
  await save.click()
  await expect(form.getByTestId('error-summary')).toContainText('Someone else saved changes')
  await expect(form.locator('[name=domains]')).toHaveValue('old.example\nnew.example')
  await expect(form.locator('[name=session_lifespan]')).toHaveValue('12h')
  await expect(form.locator('[name=label]')).toHaveValue('Acme Corporation')
  await save.click()
  await expect(consolePage.getByTestId('notice')).toBeVisible()
  const { organization } = await shop.call<{ organization: object }>('GET', `/organizations/${id}`)
  expect(organization).toMatchObject({ ...theirs, label: 'Acme Corporation' })
})
