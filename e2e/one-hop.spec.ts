import type { Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { accountFrame } from './pages/account-frame.ts'
import { loginPage } from './pages/login-page.ts'
import { createAccount } from './service/account.ts'

test('the sign-in page is one answer: no redirect, the cookie with it, a form that can be used at once', async ({
  visitor,
}) => {
  const response = await fetch(`${visitor.origin}/login`, { redirect: 'manual', headers: { accept: 'text/html' } })
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie().join('\n')).toMatch(/^csrf_token_[^=]+=[^;]+;.*HttpOnly.*SameSite=Lax/im)
  expect(response.headers.get('cache-control')).toContain('no-store')

  const html = await response.text()
  const form = /<form[^>]*method="post"[^>]*>.*?<\/form>/s.exec(html.slice(html.indexOf('<main')))?.[0] ?? ''
  expect(form).toMatch(/action="\/login\?flow=[0-9a-f-]{36}"/)
  expect(form).toMatch(/name="csrf_token" value="[^"]{40,}"/)
  for (const name of ['identifier', 'password']) expect(form).toMatch(new RegExp(`<input[^>]*name="${name}"`))
  expect(form).toMatch(/<button(?=[^>]* name="method")(?=[^>]* value="password")(?=[^>]* type="submit")/)
  expect(form).not.toMatch(/\sdisabled(=|\s|>)/)
  expect(html).toMatch(/<title>[^<]+<\/title>/)
})

test('the sign-in page asks for one document, styles, scripts and the font of its letters, and for nothing else', async ({
  visitor,
}) => {
  const { page } = visitor
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const response = await page.goto('/login', { waitUntil: 'networkidle' })
  expect(response?.request().redirectedFrom()).toBeNull()
  expect(requests.filter((one) => one.resourceType() === 'document')).toHaveLength(1)
  const others = requests.filter((one) => !['document', 'stylesheet', 'script'].includes(one.resourceType()))
  expect(others.map((one) => `${one.resourceType()} ${one.url()}`)).toEqual([
    expect.stringMatching(/^font .*\/assets\/inter-latin-[\w-]+\.woff2$/),
  ])
  expect(requests.filter((one) => new URL(one.url()).origin !== visitor.origin)).toEqual([])
})

test('text in a page does not run because it looks like the script that waits for the paint @one-hop-1', async ({
  visitor,
}) => {
  const { page } = visitor
  const slipped = '<script type="text/plain" data-held="">window.slipped=1</script>'
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    expect(body).toMatch(/<script nonce="[^"]+" type="text\/plain" data-held="">/)
    await route.fulfill({ response, body: body.replace('</head>', `${slipped}</head>`) })
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  expect(await page.evaluate(() => 'slipped' in window)).toBe(false)
})

test('the sign-in page fits a screen of 720 pixels: there is nothing to scroll', async ({ visitor }) => {
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/login')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(720)
})

test('a first page waits for nothing that the browser may have stored, and returns to its scroll position', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.setViewportSize({ width: 320, height: 360 })
  await page.addInitScript(() => {
    const asked = { whileReading: 0, afterwards: 0 }
    const stored = window.sessionStorage
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        asked[document.currentScript === null ? 'afterwards' : 'whileReading'] += 1
        return stored
      },
    })
    Object.assign(window, { asked })
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: object }).asked)
  const awake = page.getByRole('button', { name: 'Show password' })

  await page.goto('/login')
  await expect(awake).toBeVisible()
  expect(await asked()).toEqual({ whileReading: 0, afterwards: expect.any(Number) })
  expect(await asked()).not.toMatchObject({ afterwards: 0 })

  const address = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollTo(0, 120))
  await expect.poll(address).toBe(120)
  await page.reload()
  await expect(awake).toBeVisible()
  // Lines in the font, which may come after the first layout, are a fraction of a pixel higher.
  await expect.poll(async () => Math.abs((await address()) - 120)).toBeLessThanOrEqual(1)
  expect(await asked()).toMatchObject({ whileReading: 1 })
  await page.goto('/registration')
  await expect(awake).toBeVisible()
  expect(await address()).toBe(0)
})

test('text that is typed before the script arrives stays, and the form works without waiting for it', async ({
  visitor,
  person,
  request,
}) => {
  await createAccount(request, visitor.origin, person)
  const { page } = visitor
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const login = loginPage(visitor)
  await login.field('identifier').fill(person.email)
  release()
  await login.fill({ password: person.password })
  await expect(login.field('identifier')).toHaveValue(person.email)
  await login.send('password', 'password')
  await accountFrame(visitor).expectWelcome()
})

test('a form can be sent although its script never arrives', async ({ visitor, person, request, complaints }) => {
  complaints.expect(/Failed to load resource: net::ERR_FAILED/)
  await createAccount(request, visitor.origin, person)
  const { page } = visitor
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login', { waitUntil: 'commit' })
  const login = loginPage(visitor)
  await login.field('identifier').fill(person.email)
  await login.field('password').fill(person.password)
  await login.field('password').press('Enter')
  await expect(page.getByTestId('logout-link')).toBeVisible()
})
