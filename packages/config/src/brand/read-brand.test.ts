import { mkdtempSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { plainBrand } from './brand.ts'
import type { TextRules } from './brand-shape.ts'
import { contrast, parseColour } from './colour.ts'
import { measure, ownColours, paletteOf, schemes } from './palette.ts'
import { parseBrand } from './parse-brand.ts'
import { readBrand } from './read-brand.ts'

const rules: TextRules = {
  languages: ['en', 'de', 'ar'],
  namespaces: ['login', 'common'],
  keysOf: (_, namespace) => (namespace === 'login' ? new Set(['title', 'description', 'sign_up']) : undefined),
  problemsOf: (_, __, key, text) => (key === 'description' && !text.includes('{{brand}}') ? ['lacks {{brand}}'] : []),
}
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-brand-'))
  for (const [name, content] of Object.entries({ 'logo.svg': svg, 'icon.png': png, ...files })) {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return path
}

function read(brand: unknown, files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const path = folder({ ...files, 'gatehouse.yml': JSON.stringify({ brand }) })
  return readBrand(join(path, 'gatehouse.yml'), rules)
}

function faultsOf(brand: unknown, files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const outcome = read(brand, files)
  return outcome.kind === 'faulty' ? outcome.faults : []
}

function soundOf(brand: unknown, files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const outcome = read(brand, files)
  if (outcome.kind === 'faulty')
    throw new Error(outcome.faults.map(({ subject, wrong }) => `${subject} ${wrong}`).join())
  return outcome.book
}

test('the colours that contrast is computed with are those of the stylesheet', () => {
  const css = readFileSync(new URL('../../../design/src/tokens.css', import.meta.url), 'utf8')
  for (const [name, light] of Object.entries(ownColours.light)) {
    const dark = Object.entries(ownColours.dark).find(([one]) => one === name)?.[1]
    const written =
      name === 'accent' ? `--accent: light-dark(var(--brand), ${dark});` : `--${name}: light-dark(${light}, ${dark});`
    expect(css).toContain(written)
  }
  expect(css).toContain(`--brand: ${ownColours.light.accent};`)
})

test('the pages’ own colours pass', () => {
  for (const scheme of schemes) expect(measure(paletteOf(scheme, {})).filter(({ passes }) => !passes)).toEqual([])
})

describe('a brand', () => {
  it('that says nothing changes nothing', () => {
    expect(soundOf({}).main).toEqual(plainBrand)
  })

  it('has its pictures under an address that changes with them', () => {
    const one = soundOf({ logo: { light: 'logo.svg' }, favicon: 'icon.png' })
    expect(one.main.logo?.light.path).toMatch(/^\/brand\/[\w-]{16}\.svg$/)
    expect(one.main.favicon?.mediaType).toBe('image/png')
    expect([...one.images.keys()]).toHaveLength(2)
    const other = soundOf({ logo: { light: 'logo.svg' } }, { 'logo.svg': svg.replace('M0', 'M1') })
    expect(other.main.logo?.light.path).not.toBe(one.main.logo?.light.path)
  })

  it('with one accent gets a dark one, and inks, that can be read', () => {
    for (const accent of ['#7a2e8e', '#0b57d0', '#b3261e', '#000000', '#6b4f00']) {
      const { css } = soundOf({ tokens: { accent } }).main
      const [light = '', dark = ''] = Array.from(css.matchAll(/--accent:(#\w{6})/g), ([, found]) => found)
      const [lightInk = '', darkInk = ''] = Array.from(css.matchAll(/--accent-ink:(#\w{6})/g), ([, found]) => found)
      expect(light).toBe(accent)
      expect(ratio(light, lightInk)).toBeGreaterThanOrEqual(4.5)
      expect(ratio(dark, darkInk)).toBeGreaterThanOrEqual(4.5)
      expect(ratio(dark, ownColours.dark.sunken)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('has corners, fonts and spacing in CSS made of its own numbers and names @read-brand-1', () => {
    const { css } = soundOf({ tokens: { radius: 6, font: ['Avenir Next', 'sans-serif'], density: 'compact' } }).main
    expect(css).toContain("--font:'Avenir Next',sans-serif,")
    expect(css).toContain('--radius-s:0.375rem')
    expect(css).toContain('--control:2.5rem')
  })

  it('is another one for a project, which keeps its own name', () => {
    const book = soundOf({
      name: 'Northwind',
      tokens: { accent: '#7a2e8e', radius: 4 },
      links: { terms: 'https://example.org/terms' },
      projects: { shop: { tokens: { accent: '#0b57d0' } } },
    })
    const shop = book.projects.get('shop')
    expect(shop?.name).toBeUndefined()
    expect(shop?.css).toContain('#0b57d0')
    expect(shop?.css).toContain('--radius-s:0.25rem')
    expect(shop?.links).toEqual({ terms: 'https://example.org/terms' })
  })
})

describe('a brand that cannot be used', () => {
  it.each([
    [{ tokens: { accnt: '#000' } }, 'tokens.accnt', 'did you mean accent?'],
    [{ logos: {} }, 'brand.logos', 'did you mean logo?'],
    [{ tokens: { accent: 'rebeccapurple' } }, 'tokens.accent', "write it like '#1f5f4a'"],
    [{ tokens: { accent: '#000;} body{display:none' } }, 'tokens.accent', 'quotes'],
    [{ tokens: { accent: { light: 'url(https://evil.example)' } } }, 'tokens.accent.light', 'quotes'],
    [{ tokens: { font: ["x'; } body { display: none } /*"] } }, 'tokens.font', 'one to twelve names'],
    [{ tokens: { radius: '4px;color:red' } }, 'tokens.radius', 'from 0 to 24'],
    [{ tokens: { density: 'cosy' } }, 'tokens.density', 'use one of compact'],
    [{ links: { terms: 'javascript:alert(1)' } }, 'links.terms', 'https:// or mailto:'],
    [{ links: { terms: 'http://example.org' } }, 'links.terms', 'https:// or mailto:'],
    [
      { links: { terms: { en: 'https://example.org', de: 'JavaScript:alert(1)' } } },
      'links.terms',
      'https:// or mailto:',
    ],
    [{ links: { terms: { xx: 'https://example.org' } } }, 'links.terms', 'use one of en, de, ar'],
    [{ home: 'data:text/html,hi' }, 'brand.home', 'https:// or mailto:'],
    [{ links: { imprint: 'https://a:b@example.org' } }, 'links.imprint', 'https://'],
    [{ name: 'a\u202Eb' }, 'brand.name', 'without control characters'],
    [{ name: '' }, 'brand.name', '1 to 60'],
    [{ methods: { login: ['passwort'] } }, 'methods.login', 'list some of password'],
    [{ methods: { login: ['code', 'code'] } }, 'methods.login', 'each once'],
    [{ attribution: 'no' }, 'brand.attribution', 'true or false'],
    [{ theme_switch: 'no' }, 'brand.theme_switch', 'true or false'],
    [{ background: 'red' }, 'brand.background', 'plain, scene'],
    [{ texts: { en: { login: { titel: 'Hi' } } } }, 'texts.en.login.titel', 'did you mean title?'],
    [{ texts: { en: { login: { description: 'Hi' } } } }, 'texts.en.login.description', 'placeholders'],
    [{ texts: { tlh: {} } }, 'texts.tlh', 'use one of en'],
    [{ texts: { en: { signin: {} } } }, 'texts.en.signin', 'use one of'],
    [{ projects: { 'Shop!': {} } }, 'projects.Shop!', 'address of the project'],
    [{ projects: { shop: { projects: {} } } }, 'projects.shop.projects', 'use one of'],
    ['purple', 'brand', 'use one of name'],
  ])('%j is refused with its path and the fix @read-brand-2', (brand, source, fix) => {
    const [fault] = faultsOf(brand)
    expect(fault?.subject).toContain(source)
    expect(fault?.fix).toContain(fix)
    expect(fault?.wrong).not.toMatch(/invalid|undefined/i)
  })

  it('names the pair of colours, its contrast, and a shade that would do', () => {
    const [fault] = faultsOf({ tokens: { accent: '#ffd400' } })
    expect(fault?.subject).toContain('tokens.accent.light')
    expect(fault?.wrong).toMatch(/accent #ffd400 on .* has a contrast of 1\.\d\d:1, and needs (?:4\.5|3):1/)
    const shade = /'(#\w{6})' would do/.exec(fault?.fix ?? '')?.[1]
    expect(faultsOf({ tokens: { accent: { light: shade } } })).toEqual([])
    expect(faultsOf({ tokens: { surface: '#777777' } })[0]?.subject).toContain('tokens.surface.light')
  })

  it.each(['../secret.svg', '/etc/passwd', 'sub/../../secret.svg', 'linked.svg', '.', 'nothing.svg'])(
    'a picture outside of its folder, or none at all, is not read: %s @read-brand-3',
    (name) => {
      const path = folder({
        'brand/gatehouse.yml': JSON.stringify({ brand: { logo: { light: name } } }),
        'secret.svg': svg,
      })
      symlinkSync(join(path, 'secret.svg'), join(path, 'brand', 'linked.svg'))
      const outcome = readBrand(join(path, 'brand', 'gatehouse.yml'), rules)
      expect(outcome).toMatchObject({ kind: 'faulty', faults: [{ subject: 'gatehouse.yml: brand.logo.light' }] })
      expect(JSON.stringify(outcome)).not.toContain('<svg')
    },
  )

  it('a picture is checked by its bytes and its size @read-brand-4', () => {
    expect(faultsOf({ logo: { light: 'logo.svg' } }, { 'logo.svg': '<html><script>1</script></html>' })).toHaveLength(1)
    expect(faultsOf({ favicon: 'icon.png' }, { 'icon.png': 'GIF89a' })[0]?.fix).toBe('use svg, png, ico')
    expect(faultsOf({ logo: { light: 'logo.svg' } }, { 'logo.svg': svg + ' '.repeat(300_000) })[0]?.wrong).toContain(
      'KiB',
    )
  })

  it('every fault of a brand is reported at once', () => {
    expect(faultsOf({ name: 7, tokens: { radius: -1 }, links: { terms: 'x' }, what: 1 })).toHaveLength(4)
  })
})

test('a file that was named for its brand has to have one', () => {
  const path = folder({ 'brand.yml': 'name: Northwind\n', 'bad.yml': 'brand: [', 'list.yml': '- a\n' })
  const readNamed = (name: string) => readBrand(join(path, name), rules, true)
  expect(readNamed('brand.yml')).toMatchObject({ kind: 'faulty', faults: [{ wrong: 'has no key brand' }] })
  expect(readNamed('bad.yml')).toMatchObject({
    kind: 'faulty',
    faults: [{ wrong: expect.stringMatching(/^is not YAML: .*end with a \] \(line 1, column \d+\)$/) }],
  })
  expect(readNamed('list.yml').kind).toBe('faulty')
  expect(readNamed('nowhere.yml')).toMatchObject({ kind: 'faulty', faults: [{ wrong: 'cannot be read' }] })
  expect(readBrand(join(path, 'brand.yml'), rules).kind).toBe('sound')
})

function ratio(one: string, other: string): number {
  const [first, second] = [parseColour(one), parseColour(other)]
  return first && second ? contrast(first, second) : 0
}

describe('the limits of a brand on a page', () => {
  const woff2 = (tag: number) => {
    const bytes = Buffer.alloc(64)
    bytes.write('wOF2', 0, 'latin1')
    bytes.writeUInt32BE(bytes.length, 8)
    bytes.writeUInt16BE(1, 12)
    bytes[48] = tag
    bytes[49] = 4
    return bytes
  }

  it('a brand’s font comes first, by its hash, and says whether it has every weight @brand-font-1', () => {
    const fixed = soundOf({ font_file: 'own.woff2' }, { 'own.woff2': woff2(5) })
    expect(fixed.main.css).toMatch(
      /^@font-face\{font-family:'Brand';src:url\(\/brand\/[\w-]{16}\.woff2\) format\('woff2'\);font-display:swap\}/,
    )
    expect(fixed.main.css).toContain("--font:'Brand',system-ui")
    expect([...fixed.images.values()].map(({ mediaType }) => mediaType)).toEqual(['font/woff2'])
    const variable = soundOf({ font_file: 'own.woff2', tokens: { font: ['Avenir'] } }, { 'own.woff2': woff2(47) })
    expect(variable.main.css).toContain('font-weight:100 900')
    expect(variable.main.css).toContain("--font:'Brand','Avenir',system-ui")
  })

  it.each([
    ['no font at all', svg],
    ['one that is cut off', woff2(5).subarray(0, 50)],
  ])('%s is refused as a font', (_, content) => {
    const [fault] = faultsOf({ font_file: 'own.woff2' }, { 'own.woff2': content })
    expect(fault).toMatchObject({ subject: 'gatehouse.yml: brand.font_file', fix: 'use woff2' })
  })

  it('layout, text on the picture and buttons are understood @brand-layout-1', () => {
    const { main } = soundOf({ layout: 'full', picture_text: { en: 'Welcome', de: 'Willkommen' }, buttons: 'soft' })
    expect(main).toMatchObject({ layout: 'full', pictureText: { en: 'Welcome', de: 'Willkommen' } })
    expect(main.css).toContain('--button:var(--accent-soft)')
  })

  it.each([
    [{ layout: 'left' }, 'brand.layout', 'picture-left'],
    [{ buttons: 'round' }, 'brand.buttons', 'outline, soft, quiet'],
    [{ picture_text: { fr: 'Bonjour' } }, 'brand.picture_text', 'en, de, ar'],
    [{ picture_text: 'x'.repeat(161) }, 'brand.picture_text', '160'],
    [{ logo: { light: 'asset:AAAAAAAAAAAAAAAA.png' } }, 'brand.logo.light', 'correct the name'],
  ])('%j is refused with a value that passes', (brand, subject, fix) => {
    const [fault] = faultsOf(brand)
    expect(fault?.subject).toContain(subject)
    expect(fault?.fix).toContain(fix)
  })

  it('without a file every picture is a stored one: no name leads to the disk @brand-stored-1', () => {
    const parse = (document: unknown) => parseBrand(document, { subject: 'brand', rules })
    const sound = parse({ logo: { light: 'asset:AAAAAAAAAAAAAAAA.png' } })
    expect(sound.kind === 'sound' && sound.brand.logo?.light).toEqual({
      path: '/brand/AAAAAAAAAAAAAAAA.png',
      mediaType: 'image/png',
    })
    for (const name of [
      'logo.svg',
      '../logo.svg',
      '/etc/passwd',
      'asset:../../etc/passwd',
      'asset:AAAAAAAAAAAAAAAA.woff2',
    ])
      expect([name, parse({ logo: { light: name } }).kind]).toEqual([name, 'faulty'])
  })
})
