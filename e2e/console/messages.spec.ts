import { type GatewayProcess, startGateway } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { expect, test as base } from './fixtures.ts'
import { askProject } from './project-address.ts'

const reason = 'The account that you tried to reach is over its quota, and was moved to another provider; ask the owner'

/** `test` with a mail server that takes no mail, and says at length why. */
const test = base.extend<object, { readonly installation: GatewayProcess }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const refuse = () => Promise.reject(Object.assign(new Error(reason), { responseCode: 550 }))
      const mailbox = await startMailbox(0, refuse)
      const gateway = await startGateway({ environment: { GATEHOUSE_SMTP_URL: mailbox.uri } })
      await use(gateway)
      await gateway.stop()
      await mailbox.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ installation }, use) => use(installation),
})

test('a long reason why a message failed leaves the recipient readable @messages-page-1', async ({
  consolePage,
  home,
  operator,
}) => {
  const recovery = `${home.origin}/self-service/recovery`
  const { id: flow }: { id: string } = JSON.parse((await askProject(`${recovery}/api`)).text)
  await askProject(`${recovery}?flow=${flow}`, { method: 'code', email: operator.email })
  const row = consolePage.getByRole('row').filter({ hasText: operator.email }).filter({ hasText: 'Failed' })
  await expect(async () => {
    await consolePage.goto(`${home.root}/messages`)
    await expect(row.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const width of [1440, 1280, 1100, 1000]) {
    await consolePage.setViewportSize({ width, height: 800 })
    const box = await row.first().getByRole('rowheader').boundingBox()
    expect.soft(box?.width, `${width} px`).toBeGreaterThan(180)
  }
  const why = await row.first().getByText('mail server').boundingBox()
  expect(why?.height, 'a reason is more than what fits into one line').toBeGreaterThan(32)
  expect(await row.first().getByText('mail server').getAttribute('lang')).toBe('en')
})
