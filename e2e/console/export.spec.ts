import type { Page } from '@playwright/test'
import { newPerson } from '../service/people.ts'
import { expect, test } from './operator.ts'

async function take(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  return Buffer.concat(await (await (await download).createReadStream()).toArray()).toString()
}

test('those whom a search finds are taken along, with their ways to sign in if asked for, and come back by an import', async ({
  signedIn: page,
  installation,
}) => {
  const ada = newPerson('taken')
  const traits = { email: ada.email, name: { first: '=1+1', last: 'Löw; "x"' } }
  const id = await installation.account(ada, { traits, metadata_admin: { plan: 'gold' } })
  await page.goto(`${installation.root}/people?q=taken-`)
  await page.getByRole('link', { name: 'Export' }).click()
  await expect(page.getByText('taken-')).toBeVisible()
  const plain = (await take(page)).trim().split('\n')
  expect(plain).toHaveLength(1)
  expect(JSON.parse(plain[0] ?? '')).toMatchObject({ create: { id, traits, metadata_admin: { plan: 'gold' } } })
  expect(plain[0]).not.toContain('argon2')

  await page.getByLabel('Format').selectOption('csv')
  await page.getByLabel('With password hashes and other ways to sign in').check()
  await page.getByLabel('Reason').fill('moving house')
  const table = await take(page)
  expect(table).toContain('$argon2id$')
  const audit = JSON.stringify((await installation.call('GET', '/audit')).body)
  expect(audit).toContain('q=taken-, with credentials')
  expect(audit).toContain('moving house')

  await installation.call('DELETE', `/admin/identities/${id}`)
  await page.goto(`${installation.root}/people/import`)
  const buffer = Buffer.from(table)
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Look at it' }).click()
  await page.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(page.getByTestId('count-created')).toHaveText('1')
  const { body } = await installation.call('GET', `/admin/identities/${id}`)
  expect(body).toMatchObject({ id, traits, metadata_admin: { plan: 'gold' } })
  expect(await installation.whoami(await installation.session(ada))).toBe(200)
})
