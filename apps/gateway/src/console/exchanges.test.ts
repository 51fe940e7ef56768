import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ConsoleHarness, hiddenValue, isBuilt, openConsoleHarness } from './console.fixture.ts'

describe.skipIf(!isBuilt)('exchanges between console and control plane', () => {
  let harness: ConsoleHarness
  /** Method and path of each request that the console sent. */
  const sent: string[] = []
  afterAll(() => harness.gateway.stop())
  beforeAll(async () => {
    harness = await openConsoleHarness()
    const { controlPlane } = harness.installation
    const { fetchAs } = controlPlane
    vi.spyOn(controlPlane, 'fetchAs').mockImplementation((principal) => {
      const send = fetchAs(principal)
      return (request) => {
        sent.push(`${request.method} ${new URL(request.url).pathname}`)
        return send(request)
      }
    })
  })

  test('saving a person needs at most four, from the form to the page that shows the change @exchanges-1', async () => {
    const { email } = await harness.member('ada', 'owner')
    const { id } = await harness.member('grace')
    const [project] = (await harness.control('GET', '/projects')).body
    const browser = harness.browser()
    await browser.signIn(email)
    const person = `/w/${harness.workspace.slug}/p/${project.slug}/people/${id}`
    sent.length = 0
    const form = await browser.open(`${person}/edit`)
    expect(form.status).toBe(200)
    const saved = await browser.post(`${person}/edit`, {
      intent: 'save',
      before: hiddenValue(form, 'before'),
      'traits.email': 'grace.hopper@example.com',
      state: 'active',
    })
    expect([saved.status, saved.path]).toEqual([200, person])
    expect(saved.html).toContain('grace.hopper@example.com')
    // If there are more than four, the failed assertion lists them.
    expect(sent.slice(4)).toEqual([])
    // The change was really sent, once.
    expect(sent.filter((one) => one.startsWith('PATCH '))).toHaveLength(1)
  })
})
