import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, describe, expect, test } from 'vitest'

import { isBuilt, openConsoleHarness, type ConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

describe.skipIf(!isBuilt)('a test mail of the configuration', () => {
  test('is really sent, and the page says what the mail server did with it @test-mail-1', async () => {
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
})
