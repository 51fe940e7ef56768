import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountDeps } from './page-deps.ts'
import { shown } from './page-reader.fixture.ts'
import { isBuilt, openSite, type Site } from './site.fixture.ts'

type Brand = ReturnType<AccountDeps['brand']>

const full: Brand = {
  name: 'Tom & <b>Jerry</b>',
  homeUrl: 'https://example.org/',
  logo: { light: '/brand/light.svg', dark: '/brand/dark.svg', wordmark: true },
  favicon: { href: '/brand/icon.png', type: 'image/png' },
  background: 'plain',
  css: ':root{--brand:#7a2e8e}',
  links: {
    terms: 'https://example.org/terms?a=1&b="2"',
    privacy: { en: 'https://example.org/privacy', de: 'https://example.org/datenschutz' },
  },
  methods: { login: ['passkey', 'password'] },
  texts: { en: { login: { title: 'Hello <again>' }, messages: { 1070001: 'Your secret' } } },
  attribution: true,
  version: 'one',
}
const plain: Brand = { name: 'Northwind', version: 'plain' }

let site: Site
let brand: Brand = plain

describe.skipIf(!isBuilt)('a brand', () => {
  beforeAll(async () => {
    site = await openSite({}, { brand: () => brand })
  })
  afterAll(() => site.close())

  it('shows its logo, name, links and texts, escaped @brand-1', async () => {
    brand = full
    const page = await site.visit().open('/login')
    expect(page.title).toBe('Hello <again> · Tom & <b>Jerry</b>')
    const html = shown(page)
    expect(html).toContain('<h1>Hello &lt;again&gt;</h1>')
    expect(html).not.toContain('<b>Jerry')
    expect(html).toContain('alt="Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;"')
    expect(html).toContain('<source srcSet="/brand/dark.svg" media="(prefers-color-scheme: dark)"/>')
    expect(html).toContain('<link rel="icon" href="/brand/icon.png" type="image/png"/>')
    expect(html).toContain('href="https://example.org/terms?a=1&amp;b=&quot;2&quot;"')
    expect(html).toContain('Your secret')
    expect(html).toContain('Runs on Gatehouse')
    expect(html).not.toContain('data-part="scene"')
  })

  it('has its custom properties in a style element with the nonce, and in no attribute', async () => {
    brand = full
    const { html } = await site.visit().open('/login')
    expect(html).toMatch(/<style[^>]* nonce="nonce\d+"[^>]*>@layer page\{[^<]*\}:root\{--brand:#7a2e8e\}<\/style>/)
    expect(html).not.toMatch(/\sstyle=/)
  })

  it('has addresses in the language of the visitor, and those of English for the others', async () => {
    brand = full
    const open = async (language: string) => shown(await site.visit().open('/login', { 'Accept-Language': language }))
    expect(await open('de')).toContain('https://example.org/datenschutz')
    expect(await open('de')).toContain('Datenschutz')
    expect(await open('fr')).toContain('https://example.org/privacy')
    expect(await open('de')).toContain('<h1>Anmelden</h1>')
  })

  it('shows the terms on the sign-up page', async () => {
    brand = full
    expect(shown(await site.visit().open('/registration'))).toContain('data-part="sign-up-terms"')
    expect(shown(await site.visit().open('/login'))).not.toContain('data-part="sign-up-terms"')
  })

  it('shows the picture of the scheme that was chosen', async () => {
    brand = full
    const html = shown(await site.visit().open('/login', { Cookie: 'gatehouse_theme=dark' }))
    expect(html).toContain('<img src="/brand/dark.svg"')
    expect(html).not.toContain('/brand/light.svg')
  })

  it('has its own picture beside the form, or the drawn scene in its colours', async () => {
    brand = { ...plain, background: { light: '/brand/day.webp', dark: '/brand/night.webp' }, version: 'picture' }
    const pictured = shown(await site.visit().open('/login'))
    expect(pictured).toContain('data-part="scene"')
    expect(pictured).toContain('<img src="/brand/day.webp" alt="" data-part="brand-background"/>')
    brand = plain
    expect(shown(await site.visit().open('/login'))).toContain('<svg viewBox="0 0 800 1000"')
  })

  it('is on pages that were drawn for the brand before as soon as it changes @brand-2', async () => {
    brand = plain
    const before = shown(await site.visit().open('/login'))
    brand = { ...plain, css: ':root{--brand:#0b57d0}', version: 'two' }
    const after = shown(await site.visit().open('/login'))
    brand = plain
    const again = shown(await site.visit().open('/login'))
    expect(before).not.toContain('#0b57d0')
    expect(after).toContain('#0b57d0')
    expect(again).not.toContain('#0b57d0')
  })

  it('that is only a name adds nothing to a page', async () => {
    brand = plain
    const { html } = await site.visit().open('/login')
    for (const word of [
      'brand-links',
      'data-part=brand',
      'sign-up-terms',
      'href="brand"',
      'rel="icon"',
      'wordmark',
      'link.terms',
      'attribution',
      'themeSwitch',
      'methods\\"',
    ]) {
      expect(html).not.toContain(word)
    }
  })
})
