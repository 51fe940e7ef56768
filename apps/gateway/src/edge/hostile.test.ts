import { existsSync } from 'node:fs'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readBuild } from './built-app.ts'
import { isBuilt, openConsoleHarness, type ConsoleHarness } from '../console/console.fixture.ts'
import { addressesOf, hostileRequest, toRequest } from './hostile.fixture.ts'

const hasPages = existsSync(new URL('../../../account/build/server/index.js', import.meta.url))
const runs = Number(process.env['HOSTILE_RUNS'] ?? 8)

const isReady = isBuilt && hasPages
const addresses = async (app: 'account' | 'console') => (isReady ? addressesOf((await readBuild(app)).build) : [])
const accountPages = await addresses('account')
const consolePages = await addresses('console')

describe.skipIf(!isReady)('however odd the request', () => {
  let harness: ConsoleHarness
  let known: { readonly workspace: string; readonly project: string; readonly person: string }
  beforeAll(async () => {
    harness = await openConsoleHarness({ GATEHOUSE_DEV: 'true' }, { hasPages: true })
    const owner = await harness.member('owner', 'owner')
    const { projects } = (await harness.control('GET', `/workspaces/${harness.workspace.id}/projects`)).body
    known = { workspace: harness.workspace.slug, project: String(projects[0].slug), person: owner.id }
  })
  afterAll(() => harness.gateway.stop())

  const network = '192.0.2.7'
  const devtoolsPaths = ['/dev', '/dev/inbox', '/dev/flow', '/dev/faults', '/dev/clock', '/dev/preview']
  const twins = devtoolsPaths.map((path) => `${path}.json`)
  const others = ['/locales/en/:file', '/locales/add/:language/:namespace', '/brand/:file', '/health/:what', '/*']

  async function check(send: (request: Request) => Promise<Response>, request: Request): Promise<void> {
    const answer = await send(request)
    // There is no OAuth2 server here (501); injected faults of the identity service come from the developer tools
    // (503).
    expect([501, 503, Math.min(answer.status, 500)]).toContain(answer.status)
    expect(answer.status).not.toBe(500)
    // A live tail continues for as long as its client listens.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.body?.cancel()
    expect(await answer.text()).not.toMatch(/\bat .*\.[jt]sx?:\d+|SQLITE/)
    expect(Object.keys(Object.prototype)).toEqual([])
  }

  test.each([...accountPages, ...devtoolsPaths, ...twins, ...others])(
    'the public origin keeps in step: %s',
    async (path) => {
      await fc.assert(
        fc.asyncProperty(hostileRequest, (hostile) =>
          check((request) => harness.gateway.edge(request, network), toRequest(harness.origin, path, hostile, known)),
        ),
        { numRuns: runs },
      )
      expect((await harness.ask(`${harness.origin}/health/alive`)).status).toBe(200)
    },
  )

  test.each([
    ['POST', '/audit/export', 'GET, HEAD'],
    ['GET', '/p/:project/people/export/file', 'POST'],
  ])('an address of the console names the methods that it supports instead of %s', async (method, path, allow) => {
    const address = `${harness.consoleOrigin}/w/${known.workspace}${path.replace(':project', known.project)}`
    const headers = { host: new URL(address).host, origin: harness.consoleOrigin, 'sec-fetch-site': 'same-origin' }
    const answer = await harness.consoleEdge(new Request(address, { method, headers }), network)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    expect(await answer.text()).toMatch(/^This address takes no .*\.\n$/)
  })

  test.each(['', '💣', '\0', 'é', ' '])('an onboarding link that is none leads nowhere: %j', async (token) => {
    for (const path of [`/onboarding?${new URLSearchParams({ token })}`, `/onboarding/${encodeURIComponent(token)}`]) {
      const answer = await harness.browser().open(path)
      expect([path, [400, 410].includes(answer.status), answer.html.includes('<h1')]).toEqual([path, true, true])
    }
    expect((await harness.browser().open('/onboarding/gol_nobody')).status).toBe(410)
  })

  test.each(consolePages)('the console keeps in step: %s @hostile-1', async (path) => {
    // Each page gets a new browser: some pages sign out.
    const browser = harness.browser()
    await browser.signIn('owner@example.com')
    const cookie = browser.visitor.cookieHeader(harness.consoleOrigin)
    expect(cookie).toContain('gatehouse_operator=')
    await fc.assert(
      fc.asyncProperty(hostileRequest, fc.boolean(), (hostile, signedIn) => {
        const request = toRequest(harness.consoleOrigin, path, hostile, known)
        if (signedIn) request.headers.set('cookie', cookie)
        return check((one) => harness.consoleEdge(one, network), request)
      }),
      { numRuns: runs },
    )
  })
})
