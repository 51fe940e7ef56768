import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts, repositoryRoot, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { expect, test, type Page } from '@playwright/test'
import { controlOf, type Control } from '../console/control.ts'
import { applications, type Stop } from './applications.ts'
import { commands, startExample } from './commands.ts'
import { openOutside, type Outside } from './outside.ts'

const names = Object.keys(applications)
const person = { email: 'grace@example.org', password: 'a quite long sentence', name: 'Grace Hopper' }
const outsider = { email: 'hedy@example.org', password: person.password, name: 'Hedy Lamarr' }
const recoveryCode = (index: number) => `letmein-${index}`
const origins = new Map<string, string>()
const stops: Stop[] = []
let account = ''
let id = ''
let shop = ''
let outside: Outside

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  outside = await openOutside()
})
test.afterAll(async () => {
  for (const stop of stops) await stop()
  await outside.remove()
})

for (const name of Object.keys(commands)) {
  test(`one command starts ${name}, whose page leads to sign in and back to the person's name @example-5`, async ({
    page,
  }) => {
    // Next.js is installed by it.
    test.setTimeout(600_000)
    const example = await startExample(name, outside)
    try {
      await expect
        .poll(
          () =>
            page.goto(`${example.origin}/orders`).then(
              (answer) => answer?.status() ?? 0,
              () => 0,
            ),
          {
            message: example.logs(),
            timeout: 400_000,
          },
        )
        .toBe(200)
      await expect(page.locator('[name=password]')).toBeVisible()
      expect(new URL(page.url()).origin).toBe(example.account)
      await page.locator('[name=identifier]').fill(name === 'a login form' ? 'ada@example.org' : 'ada@example.com')
      await page.locator('[name=password]').fill('analytical-engine')
      await page.locator('button[name=method][value=password]').click()
      // A development server compiles the page now.
      const shown = page.getByText(/Orders of Ada Lovelace|Signed in as ada@example.org/)
      await expect(shown).toBeVisible({ timeout: 60_000 })
      expect(new URL(page.url()).origin).toBe(example.origin)
    } finally {
      await example.stop()
    }
  })
}

test.describe('as they are deployed', () => {
  test.beforeAll(async () => {
    test.setTimeout(600_000)
    const [publicPort = 0, adminPort = 0, ...ports] = await freePorts(2 + names.length)
    account = `http://account.example.localhost:${publicPort}`
    for (const [index, name] of names.entries())
      origins.set(name, `http://app${index}.example.localhost:${ports[index]}`)
    const all = [...origins.values()].join(',')
    const data = await mkdtemp(join(tmpdir(), 'gatehouse-applications-'))
    const environment = {
      GATEHOUSE_PUBLIC_URL: account,
      GATEHOUSE_RETURN_URLS: all,
      GATEHOUSE_CORS_ORIGINS: all,
      GATEHOUSE_COOKIE_DOMAIN: 'example.localhost',
      GATEHOUSE_SESSION_TOKENS: 'app:10m',
    }
    await promisify(execFile)(
      process.execPath,
      [join(repositoryRoot, 'apps/cli/src/main.ts'), 'keys', 'create', 'app'],
      {
        env: { ...process.env, ...environment, GATEHOUSE_DATA: data },
      },
    )
    const [gateway] = await Promise.all([
      startGateway({ dataFolder: data, ports: { public: publicPort, admin: adminPort }, environment }),
      outside.install(),
    ])
    stops.push(
      () => gateway.stop(),
      () => rm(data, { recursive: true, force: true }),
    )
    const control = await controlOf(gateway)
    const organization = await addPeople(gateway, control)
    shop = await addProject(control, publicPort)
    const started = await Promise.all(
      names.map(async (name, index) => {
        const around = { port: ports[index] ?? 0, origin: origins.get(name) ?? '', account, organization }
        return applications[name]?.(around, outside)
      }),
    )
    stops.unshift(...started.filter((stop) => stop !== undefined))
  })
  /**
   * Adds a member of an organization, with a recovery code for each application as the second factor, and a person who
   * is no member.
   */
  async function addPeople(gateway: GatewayProcess, control: Control): Promise<string> {
    const [project] = await control<readonly { id: string }[]>('GET', '/projects')
    const made = await control<{ id: string }>('POST', `/projects/${project?.id}/organizations`, {
      label: 'Navy',
      domains: [],
    })
    // Only dangerous actions ask for the second factor, not each sign-in of a person who has one.
    await control('PATCH', `/projects/${project?.id}`, [
      { op: 'add', path: '/services/identity/config/session/whoami', value: { required_aal: 'aal1' } },
    ])
    const codes = { config: { recovery_codes: names.map((_, index) => ({ code: recoveryCode(index) })) } }
    id = await addPerson(gateway, person, { organization_id: made.id }, { lookup_secret: codes })
    await addPerson(gateway, outsider)
    return made.id
  }

  async function addPerson(
    { adminOrigin }: GatewayProcess,
    { email, password, name }: typeof person,
    more: object = {},
    credentials: object = {},
  ): Promise<string> {
    const [first = '', last = ''] = name.split(' ')
    const answer = await fetch(`${adminOrigin}/admin/identities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        schema_id: 'person',
        traits: { email, name: { first, last } },
        credentials: { password: { config: { password } }, ...credentials },
        ...more,
      }),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }

  async function addProject(control: Control, port: number): Promise<string> {
    const { workspaces } = await control<{ workspaces: readonly { id: string }[] }>('GET', '/workspaces')
    const { slug } = await control<{ slug: string }>('POST', '/projects', {
      name: 'Shop',
      environment: 'dev',
      workspace_id: workspaces[0]?.id,
    })
    return `http://${slug}.account.example.localhost:${port}`
  }

  const main = (page: Page) => page.getByRole('main')

  async function signIn(page: Page, password = person.password, { email } = person) {
    await page.locator('[name=identifier]').fill(email)
    await page.locator('[name=password]').fill(password)
    await page.locator('button[name=method][value=password]').click()
  }

  for (const [index, name] of names.entries()) {
    test(`an application on ${name} sends people to sign in and back, knows them, asks for more, and lets them out @example-1`, async ({
      page,
      browser,
    }) => {
      const origin = origins.get(name) ?? ''
      await page.goto(`${origin}/`)
      await expect(main(page)).toContainText('You are not signed in.')
      await page.goto(`${origin}/orders?of=today`)
      await expect(page).toHaveURL((url) => url.origin === account && url.pathname === '/login')
      await signIn(page)
      await expect(page).toHaveURL(`${origin}/orders?of=today`)
      await expect(main(page)).toContainText(`Orders of ${person.name}`)

      await page.goto(`${origin}/members`)
      await expect(main(page)).toContainText(`For members: ${person.name}`)
      await page.goto(`${origin}/token`)
      await expect(main(page)).toContainText(`Token of ${id}`)

      await page.goto(`${origin}/delete`)
      await expect(page).toHaveURL((url) => url.origin === account)
      await page.locator('[name=lookup_secret]').fill(recoveryCode(index))
      await page.locator('button[name=method][value=lookup_secret]').click()
      await expect(page).toHaveURL(`${origin}/delete`)
      await expect(main(page)).toContainText(`Really delete everything, ${person.name}?`)

      // A neighbour in the domain has the session; another project, which is in it as well, has not.
      const neighbour = [...origins.values()].find((one) => one !== origin) ?? ''
      await page.goto(`${neighbour}/orders`)
      await expect(main(page)).toContainText(`Orders of ${person.name}`)
      const other = await page.request.get(`http://localhost:${new URL(shop).port}/sessions/whoami`, {
        headers: { host: new URL(shop).host, cookie: cookiesFor(await page.context().cookies(shop)) },
      })
      expect(other.status()).toBe(401)

      await page.goto(`${origin}/`)
      await expect(page.getByText(person.name).first()).toBeVisible()
      await signOut(page)
      await expect(main(page)).toContainText('You are not signed in.')
      await page.goto(`${origin}/orders`)
      await expect(page).toHaveURL((url) => url.origin === account && url.pathname === '/login')

      const stranger = await (await browser.newContext()).newPage()
      await stranger.goto(`${origin}/orders`)
      await signIn(stranger, outsider.password, outsider)
      await expect(main(stranger)).toContainText(`Orders of ${outsider.name}`)
      const refusal = await stranger.goto(`${origin}/members`)
      // A server refuses a page that it draws; a page that script draws reports the refusal.
      if (refusal?.status() !== 403) await expect(main(stranger)).toContainText('For members only.')
      await expect(stranger.locator('body')).not.toContainText('For members:')
      await stranger.context().close()
    })
  }

  test('a service in another language lets in people with a good token only @example-6', async ({ page }) => {
    const { port } = new URL(origins.get('FastAPI') ?? '')
    await page.goto(`${account}/login`)
    await signIn(page)
    await expect(page).toHaveURL((url) => url.pathname !== '/login')
    // Few resolvers know names below localhost.
    const { host, port: accountPort } = new URL(account)
    const here = `http://localhost:${accountPort}`
    const tokenNow = async () => {
      const headers = { host, cookie: cookiesFor(await page.context().cookies(account)) }
      const answer = await page.request.get(`${here}/sessions/whoami?tokenize_as=app`, { headers })
      return ((await answer.json()) as { tokenized: string }).tokenized
    }
    const ask = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await fetch(`http://localhost:${port}/api/me`, { headers })
      return [answer.status, await answer.json()]
    }
    const good = await tokenNow()
    expect(await ask(`Bearer ${good}`)).toEqual([200, { sub: id }])
    const [header, claims = '', signature] = good.split('.')
    const made = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'somebody else' }
    const forged = [header, Buffer.from(JSON.stringify(made)).toString('base64url'), signature].join('.')
    const refused = [401, { detail: 'The token is not valid.' }]
    expect(await ask(`Bearer ${forged}`)).toEqual(refused)
    expect(await ask()).toEqual(refused)
    expect(await ask(`Basic ${good}`)).toEqual(refused)
    await setClock(page, { move: '-1h' })
    const expired = await tokenNow()
    await setClock(page, { reset: true })
    expect(await ask(`Bearer ${expired}`)).toEqual(refused)
  })

  /** Moves the clock of the account service. Few resolvers know names below localhost. */
  async function setClock(page: Page, data: object) {
    const { host, port } = new URL(account)
    const answer = await page.request.post(`http://localhost:${port}/dev/clock`, { headers: { host }, data })
    expect(answer.status(), await answer.text()).toBe(200)
  }

  const cookiesFor = (cookies: readonly { readonly name: string; readonly value: string }[]) =>
    cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

  /**
   * Signs out, by the link of the page and the question that follows; or by the menu with the person's name, at once.
   */
  async function signOut(page: Page) {
    const menu = page.locator('.gatehouse-user summary')
    if ((await menu.count()) > 0) {
      await menu.click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      return
    }
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByTestId('logout-confirm').click()
  }

  test('people stay in an application whose form they fill in, with any input @example-2', async ({ page }) => {
    const origin = origins.get('Vite') ?? ''
    await page.goto(`${origin}/embedded`)
    await signIn(page, 'not the password')
    await expect(page.getByTestId('ui/message/4000006').first()).toBeVisible()
    await expect(page).toHaveURL(`${origin}/embedded`)
    await expect(page.locator('[name=identifier]')).toHaveValue(person.email)
    // A form that was open for too long begins anew, at the same place.
    await setClock(page, { move: '2h' })
    try {
      await signIn(page)
      await expect(page.getByTestId('ui/message/4000006')).toHaveCount(0)
      await expect(page).toHaveURL(`${origin}/embedded`)
    } finally {
      await setClock(page, { reset: true })
    }
    await page.reload()
    await signIn(page)
    await expect(main(page)).toContainText(`Hello ${person.name}`)
    await expect(page).toHaveURL(`${origin}/embedded`)
  })

  test('a session that has ended is noticed when the page is looked at again @example-3', async ({ page, context }) => {
    const origin = origins.get('Vite') ?? ''
    await page.goto(`${origin}/embedded`)
    await signIn(page)
    await expect(main(page)).toContainText(`Hello ${person.name}`)
    await page.clock.install()
    await context.clearCookies()
    await page.clock.fastForward(6_000)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page.locator('[name=password]')).toBeVisible()
  })

  test('Next.js draws with every package that is published @example-4', async ({ page, request }) => {
    const origin = origins.get('Next.js') ?? ''
    await page.goto(`${origin}/packed`)
    await expect(page.getByRole('status')).toContainText('Packed')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    // A script's call gets no page, and no redirect to one.
    const port = new URL(origin).port
    const asked = await request.get(`http://localhost:${port}/orders`, { headers: { accept: 'application/json' } })
    expect([asked.status(), (await asked.json()).error]).toEqual([401, 'session_missing'])
  })
})
