import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import {
  createVisitor,
  attributeOf,
  decodeHtml,
  fieldsOf,
  withoutScripts,
  type Visitor,
} from '@gatehouse/testing/browser'
import type { Pair } from '@gatehouse/testing/growth'
import type { ServerBuild } from 'react-router'
import { isBuilt, openConsoleHarness, password } from '../console/console.fixture.ts'
import { readBuild } from './built-app.ts'

/** True if both apps are built; `npm test` does it. */
export const isReady: boolean =
  isBuilt && existsSync(new URL('../../../account/build/server/index.js', import.meta.url))

/** A page by its path, and whether it has forms. */
export interface PageAddress {
  readonly app: 'account' | 'console'
  readonly path: string
  readonly takesForms: boolean
}

/** Returns every page of both apps, as their builds have them. */
export async function pageAddresses(): Promise<readonly PageAddress[]> {
  if (!isReady) return []
  const [account, console] = await Promise.all([readBuild('account'), readBuild('console')])
  return [...addressesOf('account', account.build), ...addressesOf('console', console.build)]
}

function addressesOf(app: PageAddress['app'], { routes }: ServerBuild): readonly PageAddress[] {
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route === undefined ? '' : `${full(route.parentId)}${route.path ? `/${route.path}` : ''}`
  }
  return Object.entries(routes).map(([id, route]) => ({
    app,
    path: full(id) || '/',
    takesForms: route?.module.action !== undefined,
  }))
}

/** A form as a browser would send it: to a path, with these fields. */
export interface PageForm {
  readonly action: string
  readonly fields: readonly Pair[]
}

/** A gateway with its pages and devtools, a person signed in at both apps, and the forms that its pages show. */
export async function createGrowthGateway() {
  const harness = await openConsoleHarness(
    { GATEHOUSE_DEV: 'true', GATEHOUSE_COLLECT_MISSING_TEXTS: 'true' },
    { hasPages: true },
  )
  const owner = await harness.member('owner', 'owner')
  const { projects } = (await harness.control('GET', `/workspaces/${harness.workspace.id}/projects`)).body
  const known: Readonly<Record<string, string>> = {
    workspace: harness.workspace.slug,
    project: String(projects[0].slug),
    person: owner.id,
  }
  const originOf = (app: PageAddress['app']) => (app === 'console' ? harness.consoleOrigin : harness.origin)

  let requests = 0
  /** Sends each request from a different address, so that no rate limit answers instead of the page. */
  const sendTo = (app: PageAddress['app'], request: Request): Promise<Response> => {
    requests += 1
    request.headers.set('host', new URL(request.url).host)
    const address = `198.18.${Math.floor(requests / 250) % 250}.${requests % 250}`
    return app === 'console' ? harness.consoleEdge(request, address) : harness.gateway.edge(request, address)
  }
  const visitorOf = (app: PageAddress['app']): Visitor => createVisitor((request) => sendTo(app, request))
  const own = (app: PageAddress['app']) => ({
    origin: originOf(app),
    'sec-fetch-site': 'same-origin',
    accept: 'text/html',
  })

  const withoutForm = new Set<string>()
  const signedIn: Partial<Record<PageAddress['app'], Visitor>> = {}

  const signedInAt = async (app: PageAddress['app']): Promise<Visitor> => (signedIn[app] ??= await signIn(app))

  async function signIn(app: PageAddress['app']): Promise<Visitor> {
    const visitor = visitorOf(app)
    const path = app === 'console' ? '/sign-in' : '/login'
    const first = await openPage(app, visitor, path)
    const action = /<form[^>]*action="([^"]*flow=[^"]*)"/.exec(first)?.[1]
    if (action === undefined) throw new Error(`${app} has no form to sign in with: ${first}`)
    const hidden = fieldsOf(first).filter(([name]) => name === 'csrf_token')
    const body = new URLSearchParams([
      ...hidden.map(([name, value]) => [name, value]),
      ['identifier', owner.email],
      ['password', password],
      ['method', 'password'],
    ])
    const answer = await visitor.fetch(`${originOf(app)}${decodeHtml(action)}`, {
      method: 'POST',
      headers: own(app),
      body,
    })
    if (answer.status !== 303) throw new Error(`signing in at ${app} was answered by ${answer.status}`)
    return visitor
  }

  /** A page as a browser without script gets it, redirects followed. */
  async function openPage(app: PageAddress['app'], visitor: Visitor, path: string): Promise<string> {
    let at = new URL(path, originOf(app))
    for (let hop = 0; hop < 8; hop += 1) {
      const answer = await visitor.fetch(at, { headers: { accept: 'text/html' } })
      const location = answer.headers.get('location')
      const html = await answer.text()
      if (location === null) return withoutScripts(html)
      at = new URL(location, at)
      if (at.origin !== originOf(app)) return ''
    }
    return ''
  }

  const addressOf = (path: string) =>
    path.replace(/\/:(\w+)(\??)|\/\*/g, (_, name: string | undefined, optional: string | undefined) =>
      optional === '?' ? '' : `/${known[name ?? ''] ?? 'anything'}`,
    )

  /** Returns the form to send to a page: its form for visitors or signed-in people, else one that it does not have. */
  async function formOf({ app, path }: PageAddress): Promise<PageForm & { readonly visitor: Visitor }> {
    const address = addressOf(path)
    const key = `${app} ${path}`
    if (withoutForm.has(key)) return { action: address, fields: anyFields, visitor: await signedInAt(app) }
    const stranger = visitorOf(app)
    const shown = formIn(await openPage(app, stranger, address), address)
    if (shown !== undefined) return { ...shown, visitor: stranger }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const visitor = await signedInAt(app)
      const form = formIn(await openPage(app, visitor, address), address)
      if (form !== undefined) return { ...form, visitor }
      delete signedIn[app]
    }
    withoutForm.add(key)
    return { action: address, fields: anyFields, visitor: await signedInAt(app) }
  }

  const databases = readdirSync(harness.data, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:db|sqlite)$/.test(name))
    .map((name) => new DatabaseSync(join(harness.data, name), { readOnly: true }))

  /** Returns the size of the databases and of the files beside them, in bytes. */
  async function stored(): Promise<number> {
    const pages = databases.map((database) => {
      const [count, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
        Number(database.prepare(`PRAGMA ${name}`).get()?.[name]),
      )
      return ((count ?? 0) - (free ?? 0)) * (size ?? 0)
    })
    const files = readdirSync(harness.data, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/\.(?:db|sqlite)(?:-\w+)?$/.test(name))
      .map((name) => statSync(join(harness.data, name), { throwIfNoEntry: false })?.size ?? 0)
    return [...pages, ...files].reduce((sum, size) => sum + size, 0)
  }

  const stop = async () => {
    for (const database of databases) database.close()
    await harness.gateway.stop()
  }
  return { harness, addressOf, originOf, own, formOf, signedInAt, sendTo, stored, databases: databases.length, stop }
}

export type GrowthGateway = Awaited<ReturnType<typeof createGrowthGateway>>

/** Fields for pages that show no form here, because a resource is missing. */
const anyFields: readonly Pair[] = [
  ['csrf_token', 'text'],
  ['intent', 'save'],
  ['method', 'password'],
  ['name', 'A name'],
  ['email', 'new@example.org'],
]

/** The form of a page that posts to this very page, with a text in every field that can be typed into. */
function formIn(html: string, address: string): PageForm | undefined {
  for (const [, attributes = '', content = ''] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const action = attributeOf(attributes, 'action') ?? address
    if (attributeOf(attributes, 'method')?.toLowerCase() !== 'post') continue
    if (new URL(action, 'http://localhost').pathname !== address.replace(/\?.*/, '')) continue
    const button = /<button([^>]*)>/.exec(content)?.[1] ?? ''
    const pressed: readonly Pair[] = attributeOf(button, 'name')
      ? [[attributeOf(button, 'name') ?? '', attributeOf(button, 'value') ?? '']]
      : []
    const typed = [...content.matchAll(/<textarea([^>]*)>/g)].flatMap(([, tag = '']): readonly Pair[] => {
      const name = attributeOf(tag, 'name')
      return name === undefined ? [] : [[name, 'text']]
    })
    const fields = fieldsOf(content).map(([name, value]): Pair => [name, value === '' ? 'text@example.org' : value])
    return { action, fields: [...fields, ...typed, ...pressed] }
  }
  return undefined
}
