import { afterEach, describe, expect, test } from 'vitest'

import { isBuilt, openConsoleHarness, type ConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

describe.skipIf(!isBuilt)('an invitation', () => {
  test('reports whether it was mailed, and the reason if not', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const invite = async () => {
      const fields = { intent: 'invite', email: 'eve@example.com', role: 'developer' }
      return (await browser.post(`/w/${harness.workspace.slug}/members`, fields)).html
    }
    for (let count = 0; count < 6; count += 1) expect(await invite()).toContain('The link was sent by email.')
    expect(await invite()).toContain('Too many messages were sent to this address, so no more are sent for now.')
  })
})
