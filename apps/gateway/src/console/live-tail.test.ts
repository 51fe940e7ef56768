import { afterEach, describe, expect, test } from 'vitest'
import { type Desk, isBuilt, openDesk } from './console.fixture.ts'

let desk: Desk
afterEach(() => desk.gateway.stop())

/** Opens the live tail of the first project as somebody's browser does. */
async function openTail({ visitor }: ReturnType<Desk['browser']>) {
  const { body } = await desk.control('GET', '/projects')
  const address = `${desk.consoleOrigin}/w/${desk.workspace.slug}/p/${body[0].slug}/events/tail`
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
    /** Everything up to the end of it. */
    rest: async () => {
      while (await next());
      return text
    },
  }
}

describe.skipIf(!isBuilt)('the live tail of the console', () => {
  test('tells what happens to whoever may read it, and nobody else @live-tail-1', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada', 'owner')
    const browser = desk.browser()
    expect((await openTail(browser)).headers.get('location')).toMatch(/^\/sign-in\?/)
    await browser.signIn(email)
    const tail = await openTail(browser)
    expect([tail.status, tail.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await tail.until(': open')
    const { id } = await desk.member('grace')
    await tail.until(id)

    const { email: viewer } = await desk.member('vera', 'viewer')
    const other = desk.browser()
    await other.signIn(viewer)
    expect((await openTail(other)).status).toBe(403)
  })

  test('ends with the session, before it tells anything more @live-tail-2', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada', 'owner')
    const browser = desk.browser()
    await browser.signIn(email)
    const tail = await openTail(browser)
    await tail.until(': open')
    await browser.post('/sign-out', {})
    const { id } = await desk.member('grace')
    expect(await tail.rest()).not.toContain(id)
  })

  test('ends with the role, before it tells anything more @live-tail-3', async () => {
    desk = await openDesk()
    await desk.member('ada', 'owner')
    const lin = await desk.member('lin', 'developer')
    const browser = desk.browser()
    await browser.signIn(lin.email)
    const tail = await openTail(browser)
    await tail.until(': open')
    await desk.control('DELETE', `/workspaces/${desk.workspace.id}/members/${lin.id}`)
    const { id } = await desk.member('grace')
    expect(await tail.rest()).not.toContain(id)
  })
})
