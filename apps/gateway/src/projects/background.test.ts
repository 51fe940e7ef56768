import { freePort } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { expect, onTestFinished, test } from 'vitest'

import { openGateway } from './gateway.fixture.ts'

test('a gateway answers while its background work is stopped, and does the work once it is started again @background-8', async () => {
  const port = await freePort()
  const mailbox = await startMailbox(port)
  onTestFinished(() => mailbox.close())
  const { gateway, control, createProject, register } = await openGateway({
    environment: { GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}/?disable_starttls=true` },
  })
  onTestFinished(() => gateway.stop())
  const shop = await createProject('Shop')
  await register(shop.origin, 'ada@example.org')
  await mailbox.next({ to: 'ada@example.org' })

  await Promise.all([gateway.background.stop(), gateway.background.stop()])
  await register(shop.origin, 'bob@example.org')
  // The project is opened with another configuration, and a new one for the first time.
  const rename = [{ op: 'replace', path: '/name', value: 'Store' }]
  expect((await control('PATCH', `/projects/${shop.id}`, rename)).status).toBe(200)
  const office = await createProject('Office')
  await register(office.origin, 'eve@example.org')
  const jobs = `/projects/${shop.id}/jobs`
  const order = { action: 'revoke', identity_ids: [crypto.randomUUID()] }
  const job = (await control('POST', jobs, order)).body
  expect(mailbox.all().flatMap(({ to }) => to)).toEqual(['ada@example.org'])

  gateway.start()
  gateway.start()
  await mailbox.next({ to: 'bob@example.org' })
  await mailbox.next({ to: 'eve@example.org' })
  await expect.poll(async () => (await control('GET', `${jobs}/${job.id}`)).body.state).toBe('done')
})
