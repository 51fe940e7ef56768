import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { openGateway, type TestGateway } from '../projects/gateway.fixture.ts'

const example = fileURLToPath(new URL('../../../../examples/brand', import.meta.url))
const opened: TestGateway[] = []
afterEach(async () => {
  for (const { gateway } of opened.splice(0)) await gateway.stop()
})

/**
 * Opens a gateway with the example's brand, changed, in its settings file. Outside of development mode it is not
 * watched.
 */
async function open(change: (text: string) => string = (text) => text) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-brand-'))
  cpSync(example, folder, { recursive: true })
  const file = join(folder, 'gatehouse.yml')
  const rewrite = (by: (text: string) => string) => writeFileSync(file, by(readFileSync(file, 'utf8')))
  rewrite((text) => change(`${text}public_url: http://localhost:4455\ndev: false\n`))
  const gateway = await openGateway({ environment: { GATEHOUSE_CONFIG: file } })
  opened.push(gateway)
  return { ...gateway, folder, rewrite }
}

test('the brand overrides the settings’ name, only for the pages at the public origin', async () => {
  const { ask, origin, createProject } = await open((text) => `${text}brand_name: Settings\n`)
  expect((await ask(`${origin}/login`)).body).toBe(`page of Northwind at ${origin}`)
  const shop = await createProject('Shop')
  expect((await ask(`${shop.origin}/login`)).body).toBe(`page of Shop at ${shop.origin}`)
})

test('a project has its own brand at its own address: name, pictures and texts', async () => {
  const { ask, origin, createProject, gateway, rewrite } = await open()
  const shop = await createProject('Shop')
  const office = await createProject('Office')
  const own = `{ name: The shop, texts: { en: { login: { title: Hello again } } } }`
  rewrite((text) => text.replace('  attribution: true\n', `  projects:\n    ${shop.slug}: ${own}\n`))
  gateway.branding.reload()
  const title = async (at: string, language = 'en') => (await ask(`${at}/locales/${language}/login.json`)).body.title
  expect((await ask(`${shop.origin}/login`)).body).toContain('The shop')
  expect(await title(shop.origin)).toBe('Hello again')
  expect(await title(office.origin)).toBe('Welcome back')
  expect(await title(origin)).toBe('Welcome back')
  expect(await title(shop.origin, 'de')).toBe('Schön, dass Sie da sind')
  expect(await title(shop.origin, 'fr')).toBe((await ask(`${origin}/locales/fr/login.json`)).body.title)
  const { headers } = await ask(`${shop.origin}/locales/en/login.json`)
  const again = await ask(`${shop.origin}/locales/en/login.json`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('pictures are served from our origin without any rights and cached for ever, and no other file is', async () => {
  const { ask, origin, gateway } = await open()
  const logo = gateway.branding.of(undefined, 'x').logo?.light ?? ''
  const picture = await ask(`${origin}${logo}`)
  expect(picture.body).toContain('<svg')
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
    'x-content-type-options': 'nosniff',
  })
  expect((await ask(`${origin}${logo}`, { method: 'HEAD' })).status).toBe(200)
  expect((await ask(`${origin}${logo.replace('.svg', '.png')}`)).status).toBe(404)
  expect((await ask(`${origin}/brand/logo.svg`)).status).toBe(404)
})

test('a reload applies a valid file at once and ignores a faulty one; open pages keep their pictures', async () => {
  const { ask, origin, gateway, rewrite, folder, lines } = await open()
  const { logo, version } = gateway.branding.of(undefined, 'x')
  rewrite((text) => text.replace('name: Northwind', 'name: Southwind'))
  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
  gateway.branding.reload()
  expect((await ask(`${origin}/login`)).body).toContain('page of Southwind')
  const next = gateway.branding.of(undefined, 'x')
  expect([next.version === version, next.logo?.light === logo?.light]).toEqual([false, false])
  expect((await ask(`${origin}${logo?.light}`)).status).toBe(200)

  rewrite((text) => text.replace('terms: https:', 'terms: javascript:'))
  gateway.branding.reload()
  expect(gateway.branding.of(undefined, 'x').version).toBe(next.version)
  expect(lines.join()).toMatch(/brand\.links\.terms.*the brand is faulty; the pages keep the one before/)
})

test('a faulty brand stops the start with a message', async () => {
  await expect(open((text) => text.replace('radius: 6', 'radius: 600'))).rejects.toThrow(/brand\.tokens\.radius is 600/)
})
