import type { Page } from '@playwright/test'
import { newPerson } from '../service/people.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'

async function take(consolePage: Page): Promise<string> {
  const download = consolePage.waitForEvent('download')
  await consolePage.getByRole('button', { name: 'Download' }).click()
  return Buffer.concat(await (await (await download).createReadStream()).toArray()).toString()
}

test('the people of a search are exported, with their sign-in methods if asked for, and come back by an import', async ({
  consolePage,
  home,
}) => {
  const ada = newPerson('taken')
  const traits = { email: ada.email, name: { first: '=1+1', last: 'Löw; "x"' } }
  const id = await home.account(ada, { traits, metadata_admin: { plan: 'gold' } })
  await consolePage.goto(`${home.root}/people?q=taken-`)
  await consolePage.getByRole('link', { name: 'Export' }).click()
  await expect(consolePage.getByText('taken-')).toBeVisible()
  const plain = (await take(consolePage)).trim().split('\n')
  expect(plain).toHaveLength(1)
  expect(JSON.parse(plain[0] ?? '')).toMatchObject({ create: { id, traits, metadata_admin: { plan: 'gold' } } })
  expect(plain[0]).not.toContain('argon2')

  await consolePage.getByLabel('Format').selectOption('csv')
  await consolePage.getByLabel('Include password hashes and other credentials').check()
  await consolePage.getByLabel('Reason').fill('moving house')
  const table = await take(consolePage)
  expect(table).toContain('$argon2id$')
  const audit = JSON.stringify(await home.call('GET', '/audit'))
  expect(audit).toContain('q=taken-, with credentials')
  expect(audit).toContain('moving house')

  await home.call('DELETE', `/admin/identities/${id}`)
  await consolePage.goto(`${home.root}/people/import`)
  const buffer = Buffer.from(table)
  await consolePage
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await consolePage.getByRole('button', { name: 'Review' }).click()
  await consolePage.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(consolePage.getByTestId('count-created')).toHaveText('1')
  expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({
    id,
    traits,
    metadata_admin: { plan: 'gold' },
  })
  expect(await whoami(home.origin, await session(home.origin, ada))).toBe(200)
})
