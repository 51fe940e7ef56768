import { freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { expect, test, type Page } from '@playwright/test'
import { startSibling, type Kind, type Sibling } from './applications.ts'

const person = { email: 'ada@example.org', password: 'a quite long sentence' }
const kinds: readonly Kind[] = ['redirect', 'page', 'script']
const siblings = new Map<Kind, Sibling>()
let gateway: GatewayProcess
let account = ''

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  for (const kind of kinds) siblings.set(kind, await startSibling(kind, () => account))
})
test.afterAll(async () => {
  for (const sibling of siblings.values()) await sibling.stop()
})

/**
 * Starts a gateway at `account.example.localhost`, and applications beside it that are allowed targets of `return_to`.
 */
async function start(environment: Readonly<Record<string, string>>) {
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  account = `http://account.example.localhost:${publicPort}`
  const all = [...siblings.values()].map(({ origin }) => origin).join(',')
  gateway = await startGateway({
    ports: { public: publicPort, admin: adminPort },
    environment: { GATEHOUSE_PUBLIC_URL: account, GATEHOUSE_RETURN_URLS: all, ...environment },
  })
  const { status } = await fetch(`${gateway.adminOrigin}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'person',
      traits: { email: person.email, name: { first: 'Ada', last: 'Lovelace' } },
      credentials: { password: { config: { password: person.password } } },
    }),
  })
  expect(status).toBe(201)
}

async function signIn(page: Page, { origin }: Sibling) {
  await page.goto(`${origin}/orders`)
  await expect(page).toHaveURL((url) => url.origin === account && url.pathname === '/login')
  await page.locator('[name=identifier]').fill(person.email)
  await page.locator('[name=password]').fill(person.password)
  await page.locator('button[name=method][value=password]').click()
}

const siblingOf = (kind: Kind) => siblings.get(kind) as Sibling
/** With script, and without: an application that is a script needs it. */
const ways = [
  { how: 'with script', tag: '', of: kinds },
  { how: 'without script', tag: ' @no-js', of: kinds.filter((kind) => kind !== 'script') },
] as const

for (const { how, tag, of } of ways) {
  test.describe(`without cookie_domain, ${how}`, () => {
    test.beforeAll(() => start({}))
    test.afterAll(() => gateway.stop())
    for (const kind of of) {
      test(`an application that asks by ${kind} ends on the page that says why, never in a circle @sibling-hosts-7${tag}`, async ({
        page,
      }) => {
        const sibling = siblingOf(kind)
        const before = sibling.sent()
        await signIn(page, sibling)
        const host = new URL(sibling.origin).host
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You’re signed in, but ${host} doesn’t know`)
        await expect(page.getByText('GATEHOUSE_COOKIE_DOMAIN')).toBeVisible()
        await expect(page.getByText('GATEHOUSE_CORS_ORIGINS')).toBeVisible()
        // Once to sign in, once after it, and three rounds.
        expect(sibling.sent() - before).toBeLessThanOrEqual(5)
        // Another try shows the page at once.
        await page.getByRole('link', { name: 'Try again' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You’re signed in, but ${host} doesn’t know`)
        expect(sibling.sent() - before).toBeLessThanOrEqual(6)
      })
    }
  })

  test.describe(`with the setting that the page names, ${how}`, () => {
    const settingOf = (kind: Kind) =>
      kind === 'script'
        ? { GATEHOUSE_CORS_ORIGINS: siblingOf(kind).origin }
        : { GATEHOUSE_COOKIE_DOMAIN: 'example.localhost' }
    test.afterEach(() => gateway.stop())
    for (const kind of of) {
      test(`an application that asks by ${kind} knows the person @sibling-hosts-8${tag}`, async ({ page }) => {
        await start(settingOf(kind))
        await signIn(page, siblingOf(kind))
        await expect(page.getByRole('main')).toHaveText(`Orders of ${person.email}`)
        expect(new URL(page.url()).origin).toBe(siblingOf(kind).origin)
      })
    }
  })
}

test.describe('in production', () => {
  test.beforeAll(() => start({ GATEHOUSE_DEV: 'false' }))
  test.afterAll(() => gateway.stop())
  test('people read plain words, and no setting @sibling-hosts-9', async ({ page }) => {
    const sibling = siblingOf('redirect')
    await signIn(page, sibling)
    const host = new URL(sibling.origin).host
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You’re signed in, but ${host} doesn’t know`)
    await expect(page.getByText(`please contact the support of ${host}`)).toBeVisible()
    await expect(page.getByText(/cookie_domain/i)).toHaveCount(0)
    await expect(page.getByTestId('error-reference')).not.toBeEmpty()
  })
})
