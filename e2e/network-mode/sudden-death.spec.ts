import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { expect, test } from '../fixtures.ts'
import { createAccount } from '../service/account.ts'
import { inboxOf } from '../service/post.ts'

test('a gateway that is killed right after it took an account still has it @sudden-death-1', async ({
  page,
  request,
  person,
}) => {
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  const start = () => startGateway({ dataFolder, ports: { public: publicPort, admin: adminPort } })
  let gateway: GatewayProcess = await start()
  try {
    await createAccount(request, gateway.origin, person)
    await gateway.kill()
    gateway = await start()

    await page.goto(`${gateway.origin}/login`)
    await page.locator('[name=identifier]').fill(person.email)
    await page.locator('[name=password]').fill(person.password)
    await page.locator('[name=password]').press('Enter')
    await expect(page).toHaveURL(`${gateway.origin}/`)
    await expect(page.getByTestId('logout-link')).toBeVisible()
    // The mail that was promised with the account is there as well.
    expect(await inboxOf(gateway.origin, person.email)).toHaveLength(1)
  } finally {
    // The page may still be asking for something.
    await page.close()
    await gateway.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
})
