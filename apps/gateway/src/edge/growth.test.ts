import { controlPlaneDocument, identityDocument } from '@gatehouse/contract/openapi'
import { openApiDocuments } from '../sites/openapi.ts'
import {
  envelopeGrowths,
  formGrowths,
  growths,
  growthFaults,
  hostileBody,
  hostileEnvelope,
  hostileWalk,
  type Pair,
  type Scale,
} from '@gatehouse/testing/growth'
import { createSharding, currentShard } from '@gatehouse/testing/shard'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { consoleRoutes } from '../console/console-edge.ts'
import { routeTable } from '../sites/routes.ts'
import { createGrowthGateway, type GrowthGateway, isReady, pageAddresses, type PageAddress } from './growth.fixture.ts'

// Before React is imported: its development build checks every property of every element, and takes several times as long.
vi.hoisted(() => {
  process.env['NODE_ENV'] = 'production'
})

const ofShard = createSharding()

/** The maximum size of a single page, in bytes. */
const page = 65_536

const pages = await pageAddresses()
const withForms = pages.filter(({ takesForms }) => takesForms)

/** Parameters that pages read from their address. */
const parameters = ['flow', 'return_to', 'q', 'from', 'page_token', 'organization', 'login_challenge', 'aal']

/** Samples of each row of the route tables. Paths of the identity service itself are tested separately. */
const rows = [
  { app: 'account', row: 'health', path: '/health/ready' },
  { app: 'account', row: 'locales', path: '/locales/en/login.json' },
  { app: 'account', row: 'missing', path: '/locales/add/en/login', sample: { 'a.key': 'A text' } },
  { app: 'account', row: 'brand', path: '/brand/logo.svg' },
  { app: 'account', row: 'identity', path: '/self-service/login/browser' },
  { app: 'account', row: 'identity', path: '/self-service/logout/browser' },
  {
    app: 'account',
    row: 'identity',
    path: '/self-service/login',
    sample: { method: 'password', identifier: 'a@b.org' },
  },
  { app: 'account', row: 'documents', path: '/openapi/identity.json' },
  { app: 'account', row: 'devtools', path: '/dev' },
  { app: 'account', row: 'devtools', path: '/dev/inbox' },
  { app: 'account', row: 'devtools', path: '/dev/flow' },
  { app: 'account', row: 'devtools', path: '/dev/preview' },
  { app: 'account', row: 'devtools', path: '/dev/docs/' },
  { app: 'account', row: 'devtools', path: '/dev/faults', sample: { fault: 'slow', times: '1' } },
  { app: 'account', row: 'devtools', path: '/dev/clock', sample: { move: '1h' } },
  {
    app: 'account',
    row: 'admin',
    path: '/admin/identities',
    sample: { schema_id: 'person', traits: { email: 'a@b.org' } },
  },
  { app: 'account', row: 'assets', path: '/assets/entry.js' },
  { app: 'account', row: 'unknown', path: '/favicon.ico' },
  { app: 'account', row: 'pages', path: '/login.data' },
  { app: 'console', row: 'health', path: '/health/alive' },
  {
    app: 'console',
    row: 'import by key',
    path: '/projects/:project/imports',
    sample: { schema_id: 'person', traits: { email: 'a@b.org' } },
  },
  { app: 'console', row: 'control plane', path: '/projects', sample: { name: 'A project', environment: 'dev' } },
  { app: 'console', row: 'documents', path: '/openapi.json' },
  { app: 'console', row: 'locales', path: '/locales/en/console_people.json' },
  { app: 'console', row: 'assets', path: '/assets/entry.js' },
  { app: 'console', row: 'unknown', path: '/favicon.ico' },
  { app: 'console', row: 'no stream', path: '/w/:workspace/p/:project/events/tail.data' },
  { app: 'console', row: 'import', path: '/w/:workspace/p/:project/people/import' },
  { app: 'console', row: 'branding', path: '/w/:workspace/p/:project/branding' },
  { app: 'console', row: 'console', path: '/w/:workspace.data' },
] as const
const readable = [...pages, ...rows]
const posts = rows.flatMap((one) => ('sample' in one ? [one] : []))

const none = async () => new Response()
const assets = { has: () => false, serve: () => undefined }
const publicRows = routeTable({
  health: none,
  locales: assets,
  missingTexts: none,
  brandImages: none,
  assets,
  identity: none,
  openApi: openApiDocuments({ '/openapi/identity.json': () => identityDocument('https://account.example.org') }),
  devtools: none,
  projectAdmin: none,
  pages: none,
})
const operatorsRows = consoleRoutes({
  health: none,
  controlPlane: none,
  documents: openApiDocuments({ '/openapi.json': () => controlPlaneDocument('https://console.example.org') }),
  locales: assets,
  pages: { assets, handle: none },
})

const encodings = [
  {
    type: 'application/x-www-form-urlencoded',
    write: (pairs: readonly Pair[]) => new URLSearchParams(pairs.map(([name, text]) => [name, text])).toString(),
  },
  { type: 'multipart/form-data; boundary=x', write: multipart },
] as const

/** Both for the first form of each app: one function reads the parts of multipart, whatever the form. */
function encodingsFor(address: PageAddress) {
  const isFirst = withForms.find(({ app }) => app === address.app) === address
  return isFirst ? encodings : encodings.slice(0, 1)
}

function multipart(pairs: readonly Pair[]): string {
  const parts = pairs.map(([name, text]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
  return `${parts.join('')}--x--\r\n`
}

describe.skipIf(!isReady)('what is sent to the gateway itself', () => {
  let gateway: GrowthGateway
  beforeAll(async () => {
    gateway = await createGrowthGateway()
  })
  afterAll(() => gateway.stop())

  async function send(app: PageAddress['app'], request: Request) {
    const answer = await gateway.sendTo(app, request)
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
    const text = isStream ? (await answer.body?.cancel(), '') : await answer.text()
    expect([501, 502, 503, Math.min(answer.status, 500)]).toContain(answer.status)
    expect(answer.status).not.toBe(500)
    return { status: answer.status, answered: text.length }
  }

  test.each(withForms)('$app $path', { timeout: 120_000 }, async (address) => {
    for (const [way, grow] of ofShard(Object.entries(formGrowths))) {
      // A new form for each way: the previous request may have signed the person out.
      const { action, fields, visitor } = await gateway.formOf(address)
      for (const { type, write } of encodingsFor(address)) {
        const prepare = async (scale: Scale) => {
          const body = write(grow(fields, scale))
          const url = `${gateway.originOf(address.app)}${action}`
          const headers = { ...gateway.own(address.app), 'content-type': type, cookie: visitor.cookieHeader(url) }
          return {
            sent: body.length,
            send: () => send(address.app, new Request(url, { method: 'POST', headers, body })),
          }
        }
        const faults = await growthFaults({
          name: `POST ${address.app} ${address.path} (${type.split(';')[0]})`,
          stored: gateway.stored,
          page,
          prepare,
        })
        expect([way, type, faults]).toEqual([way, type, []])
      }
    }
  })

  // One reader of queries, cookies and headers serves every page of an app; lists read their queries themselves.
  const readers = readable.filter(
    (one) => 'row' in one || /^\/(?:login|settings)$|\/(?:people|sessions|events|messages|audit)$/.test(one.path),
  )
  test.each(readers)('$app $path, by query, cookies and headers', { timeout: 120_000 }, async ({ app, path }) => {
    const cookie = (await gateway.signedInAt(app)).cookieHeader(gateway.originOf(app))
    for (const [way, grow] of ofShard(Object.entries(envelopeGrowths))) {
      const prepare = async (scale: Scale) => {
        const { query, headers } = grow({ query: [], headers: { accept: 'text/html', cookie } }, scale)
        const url = `${gateway.originOf(app)}${gateway.addressOf(path)}?${new URLSearchParams(query.map(([name, text]) => [name, text]))}`
        const sent = url.length + Object.values(headers).join('').length
        return { sent, send: () => send(app, new Request(url, { headers })) }
      }
      expect([
        way,
        await growthFaults({ name: `GET ${app} ${path} (query and headers)`, stored: gateway.stored, page, prepare }),
      ]).toEqual([way, []])
    }
  })

  test.each(posts)('POST $app $path', { timeout: 120_000 }, async ({ app, path, sample }) => {
    for (const [way, grow] of ofShard(Object.entries(growths))) {
      const prepare = async (scale: Scale) => {
        const body = grow(sample, scale)
        const headers = {
          ...gateway.own(app),
          accept: '*/*',
          authorization: `Bearer ${gateway.harness.rootKey}`,
          'content-type': 'application/json',
        }
        const request = new Request(`${gateway.originOf(app)}${gateway.addressOf(path)}`, {
          method: 'POST',
          headers,
          body,
        })
        return { sent: body.length, send: () => send(app, request) }
      }
      expect([
        way,
        await growthFaults({ name: `POST ${app} ${path} (application/json)`, stored: gateway.stored, page, prepare }),
      ]).toEqual([way, []])
    }
  })

  describe('hostile texts', () => {
    const { faultsOf, sent } = hostileWalk()
    // Queries, cookies and headers are read by the same code on every page of an app.
    const ofAll = pages.filter(({ path }) => /^\/(?:login|settings)$|\/people$/.test(path))

    test.each(ofAll)('$app $path, by query, cookies and headers', { timeout: 300_000 }, async ({ app, path }) => {
      const cookie = (await gateway.signedInAt(app)).cookieHeader(gateway.originOf(app))
      const fields = hostileEnvelope(path, gateway.addressOf(path), parameters, async (to, headers) => {
        const init = { headers: { accept: 'text/html', cookie, ...headers } }
        return () => send(app, new Request(`${gateway.originOf(app)}${to}`, init))
      })
      expect(await faultsOf(fields)).toEqual([])
    })

    // The services test their operations with every text; a form hands its fields to one of them.
    test.each(withForms)('the form of $app $path', { timeout: 300_000 }, async (address) => {
      const { app, path } = address
      const { action, fields: written, visitor } = await gateway.formOf(address)
      const url = `${gateway.originOf(app)}${action}`
      const [{ type, write }] = encodings
      const headers = { ...gateway.own(app), 'content-type': type, cookie: visitor.cookieHeader(url) }
      // Of fields that differ only in their last part, such as `texts.login.title`, the last one represents all.
      const kinds = new Map(written.map((field) => [field[0].replace(/\..*/, ''), field]))
      kinds.delete('csrf_token')
      const body = Object.fromEntries(kinds.values())
      const fields = hostileBody(
        path,
        body,
        () => 15_000,
        async (json) => {
          const pairs: readonly Pair[] = Object.entries<string>(JSON.parse(json))
          return () => send(app, new Request(url, { method: 'POST', headers, body: write(pairs) }))
        },
      )
      expect(await faultsOf(fields, { oneIn: 3 })).toEqual([])
    })

    test('reach every page that takes forms @hostile-texts-3', () => {
      expect(sent.fields).toBeGreaterThan(150)
      expect(sent.texts * currentShard.count).toBeGreaterThan(1_600)
    })
  })

  test('every row of both route tables is tested, and every page with a form @growth-3', () => {
    const walked = (app: PageAddress['app']) => [...new Set(rows.flatMap((one) => (one.app === app ? [one.row] : [])))]
    expect(walked('account')).toEqual(publicRows.map(({ name }) => name))
    expect(walked('console')).toEqual(operatorsRows.map(({ name }) => name))
    // The number when this test was written: no page may be missed because a build was not found.
    expect(pages.length).toBeGreaterThanOrEqual(84)
    expect(withForms.length).toBeGreaterThanOrEqual(53)
    expect(gateway.databases).toBe(2)
  })
})
