import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startGateway } from '@gatehouse/testing/processes'
import { brandFolder, expect, test } from './fixtures.ts'

const armed = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="top.document.title = 'ran'">
  <script>top.document.title = 'ran'; fetch('/sessions/whoami')</script>
  <image href="https://watcher.example/pixel.png" width="9" height="9"/>
  <path d="M0 0h9v9z"/>
</svg>`

test('a logo with a script in it runs none, neither on a page nor opened by its address @attacks-1', async ({
  page,
  complaints,
  branded,
}) => {
  complaints.expect(/blocked by|Content Security Policy|sandboxed|ERR_/)
  const asked: string[] = []
  page.on('requestfinished', (request) => asked.push(request.url()))
  const stopped: string[] = []
  page.on('requestfailed', (request) => stopped.push(`${request.url()} ${request.failure()?.errorText}`))
  await branded.change('logo.svg', () => armed)
  const logo = page.locator('header img')
  const before = await (await fetch(`${branded.origin}/login`)).text()
  await expect(async () => expect(await (await fetch(`${branded.origin}/login`)).text()).not.toBe(before)).toPass()
  await expect(async () => {
    await page.goto('/login')
    const source = await logo.getAttribute('src')
    expect(await (await fetch(`${branded.origin}${source}`)).text()).toContain('<script>')
  }).toPass()
  await expect(page).toHaveTitle(/Northwind/)

  const source = (await logo.getAttribute('src')) ?? ''
  const answer = await page.goto(source)
  expect(answer?.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(await page.title()).not.toBe('ran')
  expect(asked.filter((url) => !url.startsWith(branded.origin) || url.includes('whoami'))).toEqual([])
  // Noted as wanted, and stopped by the policy before it left.
  expect(stopped.filter((line) => line.includes('watcher.example') && !line.endsWith(' csp'))).toEqual([])
})

test('no address below /brand leads out of the pictures of the brand @attacks-2', async ({ branded }) => {
  for (const path of [
    'gatehouse.yml',
    'logo.svg',
    '../package.json',
    '%2e%2e/%2e%2e/package.json',
    '..%2fgatehouse.yml',
    'x'.repeat(16) + '.svg',
  ]) {
    const answer = await fetch(`${branded.origin}/brand/${path}`, { headers: { accept: '*/*' } })
    expect(answer.status, path).toBe(404)
    expect(await answer.text(), path).not.toMatch(/tokens:|"workspaces"/)
  }
})

const refused = [
  [
    'a link that runs something',
    (text: string) => text.replace('https://northwind.example/terms', 'javascript:alert(1)'),
    /links\.terms is "javascript:alert\(1\)".*\n.*https:\/\/ or mailto:/,
  ],
  [
    'a colour that goes on',
    (text: string) => text.replace("'#5b2a86'", "'#5b2a86;}body{display:none'"),
    /tokens\.accent is .*hexadecimal/,
  ],
  [
    'a logo from elsewhere on the disk',
    (text: string) => text.replace('light: logo.svg', 'light: ../../../../../../../../../etc/passwd'),
    /logo\.light names .*not below the folder/,
  ],
  [
    'an unreadable accent',
    (text: string) => text.replace("'#5b2a86'", "'#f6e05e'"),
    /contrast of 1\.\d\d:1, and needs .*\n.*'#\w{6}' would do/,
  ],
] as const

for (const [what, change, said] of refused) {
  test(`a gateway does not start with ${what}, and says why`, async () => {
    const folder = await brandFolder({ 'gatehouse.yml': change })
    const start = startGateway({ environment: { GATEHOUSE_BRAND: join(folder, 'gatehouse.yml') } })
    await expect(start).rejects.toThrow(said)
    await rm(folder, { recursive: true })
  })
}
