import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { newPerson } from '../service/people.ts'
import { install, type Installation, signIn, text } from './operator.ts'

/** File name, and the path below a project. */
const screens = {
  overview: '',
  people: '/people',
  'new-person': '/people/new',
  import: '/people/import',
  organizations: '/organizations',
  events: '/events',
  streams: '/streams',
  configuration: '/configuration',
  audit: '/audit',
} as const

/** Pictures of the console's screens, as `console-{screen}`, in every look, of an installation in use. How many. */
export async function drawConsole(
  browser: Browser,
  folder: string,
  looks: Readonly<Record<string, BrowserContextOptions>>,
): Promise<number> {
  const installation = await install()
  try {
    const person = await fill(installation)
    const pages = { ...screens, person: `/people/${person}` }
    for (const [suffix, look] of Object.entries(looks)) {
      const context = await browser.newContext({ ...look, timezoneId: 'UTC', reducedMotion: 'reduce' })
      const page = await context.newPage()
      await signIn(page, installation, installation.operator)
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${installation.root}${path}`)
        await page.screenshot({ path: join(folder, `console-${name}${suffix}.png`) })
      }
      await context.close()
    }
    return Object.keys(pages).length * Object.keys(looks).length
  } finally {
    await installation.gateway.stop()
  }
}

/** People who sign in and fail to, an organization, a stream; the id of one of the people. */
async function fill(installation: Installation): Promise<string> {
  const acme = await installation.call('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
  await installation.call('POST', '/eventstreams', {
    type: 'https',
    https_endpoint: 'https://events.acme.example/gatehouse',
  })
  const people = ['katherine', 'margaret', 'dorothy'].map((name) => newPerson(name))
  const ids: string[] = []
  for (const person of people) {
    ids.push(await installation.account(person, { organization_id: text(acme.body, 'id') }))
    await installation.session(person)
    await installation.session({ ...person, password: 'not the password' })
  }
  return ids[0] ?? ''
}
