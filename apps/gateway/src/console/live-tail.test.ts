import { afterEach, describe, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

/** Opens the live tail of the first project as a browser does. */
async function openTail({ visitor }: ReturnType<ConsoleHarness['browser']>) {
  const { body } = await harness.control('GET', '/projects')
  const address = `${harness.consoleOrigin}/w/${harness.workspace.slug}/p/${body[0].slug}/events/tail`
  const answer = await visitor.fetch(address, { headers: { accept: 'text/event-stream' } })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async () => {
    const piece = await reader?.read()
    text += piece?.value ?? ''
    return piece?.done !== true
  }
  return {
    status: answer.status,
    headers: answer.headers,
    until: async (wanted: string) => {
      while (!text.includes(wanted)) if (!(await next())) throw new Error(`the tail ended: ${text}`)
    },
    /** Returns all text up to its end. */
    rest: async () => {
      while (await next());
      return text
    },
  }
}

describe.skipIf(!isBuilt)('the live tail of the console', () => {
  test('shows events only to those who may read them @live-tail-1', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    expect((await openTail(browser)).headers.get('location')).toMatch(/^\/sign-in\?/)
    await browser.signIn(email)
    const tail = await openTail(browser)
    expect([tail.status, tail.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await tail.until(': open')
    const { id } = await harness.member('grace')
    await tail.until(id)

    const { email: viewer } = await harness.member('vera', 'viewer')
    const other = harness.browser()
    await other.signIn(viewer)
    expect((await openTail(other)).status).toBe(403)
  })

  test('ends with the session, before it shows anything more @live-tail-2', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const tail = await openTail(browser)
    await tail.until(': open')
    await browser.post('/sign-out', {})
    const { id } = await harness.member('grace')
    expect(await tail.rest()).not.toContain(id)
  })

  test('ends with the role, before it shows anything more @live-tail-3', async () => {
    harness = await openConsoleHarness()
    await harness.member('ada', 'owner')
    const lin = await harness.member('lin', 'developer')
    const browser = harness.browser()
    await browser.signIn(lin.email)
    const tail = await openTail(browser)
    await tail.until(': open')
    await harness.control('DELETE', `/workspaces/${harness.workspace.id}/members/${lin.id}`)
    const { id } = await harness.member('grace')
    expect(await tail.rest()).not.toContain(id)
  })

  test('is refused as the data of a page, which would buffer it in memory @live-tail-4', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const { body } = await harness.control('GET', '/projects')
    const address = `${harness.consoleOrigin}/w/${harness.workspace.slug}/p/${body[0].slug}/events/tail.data`
    const answer = await browser.visitor.fetch(address)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Ask for the same address without .data')
  })
})
