import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

describe.skipIf(!isBuilt)('a session of the console without use', () => {
  let harness: ConsoleHarness
  beforeAll(async () => {
    harness = await openConsoleHarness({ GATEHOUSE_DEV: 'true' })
  })
  afterAll(() => harness.gateway.stop())

  const move = async (hours: number) => {
    const headers = { origin: harness.origin, 'sec-fetch-site': 'same-origin' }
    const moved = await harness.ask(`${harness.origin}/dev/clock`, {
      method: 'POST',
      headers,
      json: { move: `${hours}h` },
    })
    expect(moved.status).toBe(200)
  }

  test('ends after twelve hours unless it is used; one without a role continues @operator-idle-1', async () => {
    await harness.member('owner', 'owner')
    const person = await harness.member('person')
    const browser = harness.browser()
    await browser.signIn('owner@example.com')
    const page = `/w/${harness.workspace.slug}`
    for (let shift = 0; shift < 3; shift += 1) {
      await move(11)
      expect((await browser.open(page)).path).toBe(page)
    }
    await move(13)
    const ended = await browser.open(page)
    expect([ended.path.startsWith('/sign-in'), ended.html.includes('name="password"')]).toEqual([true, true])
    expect((await harness.whoami(harness.origin, person.token)).status).toBe(200)
  })
})
