// Draws every page in every look into screenshots/, which git ignores: `node e2e/screenshots.ts [--without-script] [--publish] [name …]`.
// With --publish those that are in docs/screenshots, because a document shows them, are renewed.
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browserLaunch } from '@gatehouse/testing/browser'
import { startGateway, repositoryRoot } from '@gatehouse/testing/processes'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { type Reach, states, statesOfSetups } from './accessibility/states.ts'
import { drawMail } from './brand/mail-picture.ts'
import { drawConsole } from './console/pictures.ts'
import { untilAwake } from './hands/hands.ts'
import { pointerHands } from './hands/pointer.ts'
import { startOAuth2Site } from './oauth2/site.ts'
import { startViteSite } from './service/vite-site.ts'
import { applicationStates } from './oauth2/states.ts'
import { devtoolsPost } from './service/post.ts'
import { createGateways } from './service/setups.ts'

const { values: options, positionals: wanted } = parseArgs({
  options: {
    'without-script': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const scripted = !options['without-script']
const desktop = { width: 1280, height: 800 }
const phone = { width: 320, height: 640 }

/** Suffix of the file, and how the browser looks at the page. */
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  '': { viewport: desktop, colorScheme: 'light', locale: 'en', javaScriptEnabled: scripted },
  '-dark': { viewport: desktop, colorScheme: 'dark', locale: 'en', javaScriptEnabled: scripted },
  '-ar': { viewport: desktop, colorScheme: 'light', locale: 'ar', javaScriptEnabled: scripted },
  '-320': { viewport: phone, colorScheme: 'light', locale: 'en', javaScriptEnabled: scripted },
}

const folder = join(repositoryRoot, scripted ? 'screenshots' : 'screenshots/without-script')
const isWanted = ([name]: readonly [string, unknown]) => wanted.length === 0 || wanted.includes(name)
const chosen = Object.entries(states).filter(isWanted)
const ofSetups = statesOfSetups.flatMap(([setup, ofSetup]) =>
  Object.entries(ofSetup)
    .filter(isWanted)
    .map((state) => [setup, ...state] as const),
)
const ofApplications = Object.entries(applicationStates).filter(isWanted)
await mkdir(folder, { recursive: true })
const gateway = await startGateway()
const browser = await chromium.launch(browserLaunch('whole'))
let ofConsole = 0
try {
  for (const [name, reach] of chosen) {
    for (const [suffix, look] of Object.entries(looks)) {
      await draw(browser, gateway.origin, reach, `${name}${suffix}`, look)
    }
  }
  if (ofSetups.length > 0) await drawOfSetups(browser)
  if (ofApplications.length > 0) await drawForApplications(browser)
  if (isWanted(['console', undefined])) ofConsole = await drawConsole(browser, folder, looks)
  if (isWanted(['brand', undefined])) await drawBrand(browser)
  if (scripted && isWanted(['mail', undefined])) await drawMail(browser, join(folder, 'mail.png'))
  if (scripted && isWanted(['gallery', undefined])) await drawGallery(browser)
} finally {
  await browser.close()
  await gateway.stop()
}
const count = (chosen.length + ofSetups.length + ofApplications.length) * Object.keys(looks).length + ofConsole
console.log(`${count} pictures in ${folder}`)
if (options.publish && scripted) await publish()

/** Renews the pictures that are kept because a document shows them. */
async function publish(): Promise<void> {
  const kept = join(repositoryRoot, 'docs/screenshots')
  const drawn = new Set(await readdir(folder))
  for (const name of await readdir(kept)) {
    if (drawn.has(name)) await copyFile(join(folder, name), join(kept, name))
    console.log(`docs/screenshots/${name}: ${drawn.has(name) ? 'renewed' : 'was not drawn; it stays as it is'}`)
  }
}

/** Draws pages that only a separate configuration leads to. */
async function drawOfSetups(from: Browser): Promise<void> {
  const gateways = createGateways('embedded')
  for (const [setup, name, reach] of ofSetups) {
    const { origin } = await gateways.visit(setup)
    // An old browser runs no script of the page, so there is nothing to wait for.
    const wakes = name !== 'old-browser'
    for (const [suffix, look] of Object.entries(looks)) await draw(from, origin, reach, `${name}${suffix}`, look, wakes)
  }
  await gateways.stop()
}

/** Draws the pages to which applications send people; they need an application, and an OAuth2 server. */
async function drawForApplications(from: Browser): Promise<void> {
  const gateways = createGateways('embedded')
  const site = await startOAuth2Site(gateways)
  for (const [name, reach] of ofApplications) {
    for (const [suffix, look] of Object.entries(looks)) {
      await draw(from, site.gateway.origin, (visitor) => reach(visitor, site.notebook), `${name}${suffix}`, look)
    }
  }
  await site.stop()
  await gateways.stop()
}

/** Draws the sign-in page with the brand of examples/brand. */
async function drawBrand(from: Browser): Promise<void> {
  const file = join(repositoryRoot, 'examples/brand/gatehouse.yml')
  const branded = await startGateway({ environment: { GATEHOUSE_BRAND: file } })
  const reach: Reach = async ({ page }) => void (await page.goto('/login'))
  for (const [suffix, look] of Object.entries(looks)) await draw(from, branded.origin, reach, `brand${suffix}`, look)
  const wide = { viewport: { width: 1360, height: 900 }, baseURL: branded.origin }
  const context = await from.newContext(wide)
  const page = await context.newPage()
  await page.goto('/dev/preview')
  await page.screenshot({ path: join(folder, 'brand-preview.png') })
  await context.close()
  await branded.stop()
}

/** Draws the first screens of the gallery, which is one long page. */
async function drawGallery(from: Browser): Promise<void> {
  const site = await startViteSite('gallery')
  for (const [suffix, { locale = 'en', ...look }] of Object.entries(looks)) {
    const context = await from.newContext({ ...look, baseURL: site.origin, timezoneId: 'UTC', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`/?language=${locale}`)
    await page.getByRole('heading', { name: 'Flows' }).waitFor()
    const { width } = look.viewport ?? desktop
    await page.setViewportSize({ width, height: 1600 })
    await page.screenshot({ path: join(folder, `gallery${suffix}.png`) })
    await context.close()
  }
  await site.stop()
}

/** Brings a page into its state before any action: a picture of the whole of it must not find it half scrolled. */
async function atRest(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 0))
}

async function draw(
  from: Browser,
  origin: string,
  reach: Reach,
  file: string,
  look: BrowserContextOptions,
  wakes = true,
): Promise<void> {
  // A busy machine may need longer than journeys wait for a page: a state is reached for again, by a browser that is new.
  for (let left = 2; left >= 0; left -= 1) {
    const context = await from.newContext({ ...look, baseURL: origin, timezoneId: 'UTC', reducedMotion: 'reduce' })
    try {
      const page = await context.newPage()
      // Fonts are there from the second page on.
      await page.goto('/login', { waitUntil: 'networkidle' })
      await context.clearCookies()
      await reach({ page, hands: pointerHands(page, scripted), scripted, post: devtoolsPost(origin), origin })
      await untilAwake(page, scripted && wakes)
      await atRest(page)
      await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
      return
    } catch (error) {
      if (scripted && left === 0) throw error
      // Some states are there with script only.
      if (!scripted) return console.log(`${file}: not to be had without script`)
    } finally {
      await context.close()
    }
  }
}
