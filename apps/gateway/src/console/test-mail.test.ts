import { freePort } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, describe, expect, test } from 'vitest'

import { isBuilt, openConsoleHarness, type ConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

describe.skipIf(!isBuilt)('a test mail of the configuration', () => {
  test('is really sent, and the page shows the mail server’s answer @test-mail-1', async () => {
    const mailbox = await startMailbox()
    harness = await openConsoleHarness({ GATEHOUSE_DEV: 'false', GATEHOUSE_SMTP_URL: mailbox.uri })
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const page = `${harness.home}/configuration`
    const send = async (to: string) => (await browser.post(page, { intent: 'test_mail', to })).html
    expect((await browser.open(page)).html).toContain('Test email')
    expect(await send('grace')).toContain('Enter an email address')
    expect(await send('grace@example.com')).toContain('The mail server accepted the email to')
    expect((await mailbox.next({ to: 'grace@example.com' })).text).toContain('123456')
    await mailbox.close()
    const failed = await send('lin@example.com')
    expect(failed).toContain('could not be sent')
    expect(failed).toContain('the connection was refused')
  })

  test('that waits for a mail server is reported on the first page and above the messages, until the server is up @test-mail-2', async () => {
    const port = await freePort()
    const url = `smtp://127.0.0.1:${port}/?disable_starttls=true`
    harness = await openConsoleHarness({ GATEHOUSE_DEV: 'false', GATEHOUSE_SMTP_URL: url })
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const pages = [harness.home, `${harness.home}/messages`]
    const shown = async () => Promise.all(pages.map(async (page) => (await browser.open(page)).html))
    await browser.post(`${harness.home}/configuration`, { intent: 'test_mail', to: 'lin@example.com' })
    for (const html of await shown()) {
      expect(html).toMatch(/Messages waiting: \d/)
      expect(html).toContain('Not accepted since:')
      expect(html).toContain('the connection was refused')
      expect(html).toContain('Check its address, sign-in and certificate')
    }
    const mailbox = await startMailbox(port)
    await mailbox.next({ to: 'lin@example.com', timeoutMs: 30_000 })
    const isSaid = async () => (await shown()).some((html) => html.includes('data-testid="outage"'))
    await expect.poll(isSaid, { timeout: 30_000 }).toBe(false)
    await mailbox.close()
  })
})
