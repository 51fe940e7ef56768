import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot, startGateway } from '@gatehouse/testing/processes'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { untilAwake } from '../hands/hands.ts'
import { enterConsole, newOperator } from './accounts.ts'
import { controlOf, workspaceAddress } from './control.ts'
import { type ConsoleProject, firstProject } from './project.ts'

/** The ids in the addresses of screens: those of an installation in use. */
interface Inhabitants {
  readonly person: string
  readonly organization: string
  readonly stream: string
  readonly onboarding: string
}

/** TABLE: file name, and the path below a project. */
const screens: Readonly<Record<string, (ids: Inhabitants) => string>> = {
  overview: () => '',
  people: () => '/people',
  person: ({ person }) => `/people/${person}`,
  'delete-person': ({ person }) => `/people/${person}?ask=delete`,
  'edit-person': ({ person }) => `/people/${person}/edit`,
  'new-person': () => '/people/new',
  import: () => '/people/import',
  export: () => '/people/export',
  jobs: () => '/jobs',
  sessions: () => '/sessions',
  messages: () => '/messages',
  organizations: () => '/organizations',
  organization: ({ organization }) => `/organizations/${organization}`,
  connection: ({ organization }) => `/organizations/${organization}/connections/new`,
  events: () => '/events',
  streams: () => '/streams',
  stream: ({ stream }) => `/streams/${stream}`,
  deliveries: ({ stream }) => `/streams/${stream}/deliveries`,
  'new-stream': () => '/streams/new',
  schemas: () => '/schemas',
  configuration: () => '/configuration',
  // Of a long page the part that comes last.
  applications: () => '/configuration#applications',
  'configuration-text': () => '/configuration/text',
  'configuration-history': () => '/configuration/revisions',
  provider: () => '/configuration/providers/new',
  'session-token': () => '/configuration/tokens/new',
  branding: () => '/branding',
  mails: () => '/mails',
  mail: () => '/mails/recovery_code_valid',
  'edit-trait': ({ person }) => `/people/${person}?edit=traits.email`,
  keys: () => '/keys',
  audit: () => '/audit',
  settings: () => '/settings',
  projects: () => '/../..',
  members: () => '/../../members',
  'new-project': () => '/../../new-project',
  'workspace-settings': () => '/../../settings',
  account: () => '/../../../../account',
  switch: () => '/../../../../switch',
  onboarding: ({ onboarding }) => `/../../../../onboarding/${onboarding}`,
}

/** TABLE: screens that a form leads to: the screen it is on, and how it is sent. */
const answers: Readonly<Record<string, readonly [path: string, send: (page: Page) => Promise<void>]>> = {
  'configuration-change': [
    '/configuration',
    async (page) => {
      await page.locator('[data-intent=settings] input[type=checkbox]').first().uncheck()
      await page.locator('[data-intent=settings] button[type=submit]').click()
      await page.getByRole('table').waitFor()
    },
  ],
  'configuration-text-error': [
    '/configuration/text',
    async (page) => {
      const area = page.locator('main textarea')
      await area.fill(`${await area.inputValue()}\nsession: {`)
      await page.locator('main form[method=post] button[type=submit]').last().click()
      await page.getByTestId('faults').waitFor()
    },
  ],
  'applications-error': [
    '/configuration',
    async (page) => {
      await page.locator('[name=return_urls]').fill('https://app.example.org\nnowhere')
      await page.locator('[data-intent=applications] button[type=submit]').click()
      await page.getByTestId('error-summary').waitFor()
    },
  ],
  'new-organization-error': [
    '/organizations/new',
    async (page) => {
      await page.locator('[name=label]').fill('Acme')
      await page.locator('[name=domains]').fill('nonsense')
      await page.locator('main form[method=post] button[type=submit]').last().click()
      await page.getByTestId('error-summary').waitFor()
    },
  ],
}

const longest = 1600

/** Pictures of the console's screens, as `console-{screen}`, in every look, of the demonstration. How many. */
export async function drawConsole(
  browser: Browser,
  folder: string,
  looks: Readonly<Record<string, BrowserContextOptions>>,
): Promise<number> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-pictures-'))
  const seed = ['apps/cli/src/main.ts', 'seed', 'demo']
  const environment = { GATEHOUSE_DATA: dataFolder, GATEHOUSE_DEV: 'true' }
  await promisify(execFile)(process.execPath, seed, { cwd: repositoryRoot, env: environment })
  const gateway = await startGateway({ dataFolder })
  try {
    const control = await controlOf(gateway)
    const operator = await newOperator(gateway, control)
    const project = await firstProject({ gateway, control, workspace: await workspaceAddress(gateway, control) })
    const ids = await inhabitantsOf(project)
    for (const [suffix, look] of Object.entries(looks)) {
      const { javaScriptEnabled: scripted = true } = look
      const context = await browser.newContext({ ...look, timezoneId: 'UTC', reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto(`${gateway.consoleOrigin}/sign-in`)
      await shoot(page, join(folder, `console-sign-in${suffix}.png`), scripted)
      await enterConsole(context, gateway, operator)
      for (const [name, path] of Object.entries(screens)) {
        await page.goto(new URL(`${project.root}${path(ids)}`).href)
        await shoot(page, join(folder, `console-${name}${suffix}.png`), scripted)
      }
      for (const [name, [path, send]] of Object.entries(answers)) {
        await page.goto(`${project.root}${path}`)
        await send(page)
        await shoot(page, join(folder, `console-${name}${suffix}.png`), scripted)
      }
      await context.close()
    }
    return (1 + Object.keys(screens).length + Object.keys(answers).length) * Object.keys(looks).length
  } finally {
    await gateway.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Takes a picture of a screen as it is seen; of more below it, if no navigation stands beside it. */
async function shoot(page: Page, path: string, scripted: boolean): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await untilAwake(page, scripted)
  await page.mouse.move(0, 0)
  const all = await page.evaluate(() => {
    scrollTo(0, 0)
    return document.documentElement.scrollHeight
  })
  // Parts that stay fixed on the screen would end in the middle of a longer picture.
  const isFixed = (await page.locator('#navigation:visible, [role=alertdialog]:visible').count()) > 0
  const seen = isFixed ? height : Math.max(height, Math.min(all, longest))
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height: seen } })
}

/**
 * Returns the first person, organization and stream of the demonstration, and a link for the administrator of the
 * organization.
 */
async function inhabitantsOf({ call }: ConsoleProject): Promise<Inhabitants> {
  const first = async (path: string, key?: string) => {
    const list = await call<object>('GET', path)
    const [item]: readonly { readonly id: string }[] = key === undefined ? list : Reflect.get(list, key)
    if (item === undefined) throw new Error(`the demonstration has nothing at ${path}`)
    return item.id
  }
  const organization = await first('/organizations', 'organizations')
  const links = `/organizations/${organization}/onboarding-portal-links`
  const link = await call<{ value: string }>('POST', links, { enable_sso: true, enable_scim: false })
  const person = await first('/admin/identities?page_size=1')
  const stream = await first('/eventstreams', 'event_streams')
  return { person, organization, stream, onboarding: link.value }
}
