import { freePort } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, describe, expect, test } from 'vitest'

import { isBuilt, openConsoleHarness, type ConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

const seconds = 1_000
const nameOf = (person: number) => `person-${person}@example.com`

/** Advances the clock, and lets the service process due work. */
async function pass(ms: number): Promise<void> {
  const { devtools, runtime } = harness.installation.projects.main()
  devtools?.clock.move(ms)
  runtime.service().start()
  await runtime.service().idle()
}

const ready = async () => (await harness.ask(`${harness.origin}/health/ready`)).body
const whileHeld = { status: 'degraded', degraded: { mail: 'not delivered' } }
const readyIs = (state: object) => expect.poll(ready, { timeout: 30_000, interval: 250 }).toEqual(state)

/** Returns the log's lines about waiting mails, without the sentence about their fate. */
const lines = () =>
  harness.lines.flatMap((line) => {
    const text: string = JSON.parse(line).msg
    return /^mails (wait|still wait|go out)/.test(text) ? [text.split('; nothing')[0]] : []
  })

describe.skipIf(!isBuilt)('a mail server of a gateway', () => {
  test('that is down for three minutes, then without STARTTLS, then correct, gets every mail in order; log, readiness and console report each change once @mail-outage-1', async () => {
    const port = await freePort()
    harness = await openConsoleHarness({ GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}/?skip_ssl_verify=true` })
    const operator = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(operator.email)
    const shown = async () => (await browser.open(harness.home)).html
    const people = [0, 1, 2, 3, 4, 5]
    for (const person of people) {
      await harness.register(harness.origin, nameOf(person))
      for (let third = 0; third < 3; third += 1) await pass(10 * seconds)
    }
    await readyIs(whileHeld)
    expect(await shown()).toContain('the connection was refused')
    expect(lines()).toEqual(['mails wait: the connection was refused'])

    const plain = await startMailbox(port)
    for (let step = 0; step < 3; step += 1) await pass(30 * seconds)
    expect(await ready()).toEqual(whileHeld)
    expect(await shown()).toContain('it has no STARTTLS')
    expect(await shown()).toContain('No secure connection to the server could be made.')
    await plain.close()
    expect(plain.all()).toEqual([])
    expect(lines().slice(1)).toEqual([expect.stringMatching(/^mails still wait, for another reason: .*STARTTLS/)])

    const right = await startMailbox(port, undefined, undefined, [])
    await pass(30 * seconds)
    const recipients = right.all().flatMap(({ to }) => to)
    expect(recipients).toEqual([operator.email, ...people.map(nameOf)])
    await readyIs({ status: 'ok' })
    expect(await shown()).not.toContain('data-testid="outage"')
    expect(lines().slice(2)).toEqual([expect.stringMatching(/^mails go out again after \d+ seconds; 7 waited$/)])
    await right.close()
  })

  test('that is down is reported in the console’s language, with its own message folded below @message-fault-1', async () => {
    const port = await freePort()
    harness = await openConsoleHarness({ GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}/` })
    const operator = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(operator.email)
    await pass(10 * seconds)
    await readyIs(whileHeld)
    const german = { 'accept-language': 'de' }
    const list = await browser.open(`${harness.home}/messages`, german)
    expect(list.html).toContain('Der Server ist nicht erreichbar.')
    const message = /href="([^"]*\/messages\/[^"/?]+)"/.exec(list.html)?.[1] ?? ''
    // The server may have been found away by another message.
    const page = async () => {
      await pass(10 * seconds)
      return (await browser.open(message, german)).html
    }
    await expect
      .poll(page)
      .toMatch(
        /Der Server ist nicht erreichbar\.<details><summary>[^<]*<\/summary><bdi[^>]*>the connection was refused</,
      )
  })
})
