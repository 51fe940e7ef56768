import { newPerson } from '../service/people.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'

/** bcrypt of "a word from before", cost 4. */
const hash = '$2b$04$VYCGUmYtlPihELy3BWrwk.JbasIq9049107JK5Is1Xsd7mHd/0rGW'
const password = 'a word from before'

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('a table is mapped, checked line by line and imported; who is there already is not made twice @import-3', async ({
  consolePage,
  home,
}) => {
  const [ada, eve] = [newPerson('ada'), newPerson('eve')]
  const table = [
    'Mail;name.first;Hash;verified;metadata_admin;Note',
    `${ada.email};Ada;${hash};yes;"{""plan"": ""gold""}";=1+1`,
    'not an address;Nobody;;;;',
    `${eve.email};Eve;;maybe;;`,
  ].join('\r\n')
  const handIn = async () => {
    await consolePage.goto(`${home.root}/people`)
    await consolePage.getByRole('link', { name: 'Import' }).click()
    await consolePage.getByLabel('File', { exact: true }).setInputFiles(file('people.csv', table))
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Import people.csv')
    await consolePage.getByLabel('Mail').selectOption('traits.email')
    await consolePage.getByLabel('Hash').selectOption('password_hash')
    await consolePage.getByRole('button', { name: 'Use this mapping' }).click()
    await expect(consolePage.getByTestId('import-check')).toHaveAttribute('data-fine', '1')
  }
  await handIn()
  await expect(consolePage.getByRole('row').filter({ hasText: '3' })).toContainText('/traits/email')
  await expect(consolePage.getByRole('row').filter({ hasText: '4' })).toContainText('true or false')
  expect(await consolePage.content()).not.toContain(hash)
  await consolePage.getByLabel('Reason').fill('moved over')
  await consolePage.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  await expect(consolePage.getByTestId('count-created')).toHaveText('1')
  await expect(consolePage.getByTestId('count-refused')).toHaveText('2')
  const download = consolePage.waitForEvent('download')
  await consolePage.getByRole('link', { name: 'Download rows that failed' }).click()
  const report = await (await (await download).createReadStream()).toArray()
  const lines = Buffer.concat(report).toString().trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' ')).toSorted((a, b) => a.localeCompare(b))).toEqual([
    '3 refused',
    '4 refused',
    'line result',
  ])

  const found = await home.call('GET', `/admin/identities?credentials_identifier=${ada.email}`)
  expect(found).toMatchObject([
    {
      metadata_admin: { plan: 'gold' },
      traits: { name: { first: 'Ada' } },
      verifiable_addresses: [{ value: ada.email, verified: true }],
    },
  ])
  expect(await whoami(home.origin, await session(home.origin, { ...ada, password }))).toBe(200)
  const audit = JSON.stringify(await home.call('GET', '/audit'))
  expect(audit).toContain('moved over')

  await handIn()
  await consolePage.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(consolePage.getByTestId('count-exists')).toHaveText('1')
  const again = await home.call('GET', `/admin/identities?credentials_identifier=${ada.email}`)
  expect(again).toHaveLength(1)
})

test('what cannot be imported is said beside the form @import-4', async ({ consolePage, home }) => {
  const at = `${home.root}/people/import`
  const handIn = async (name: string, buffer: Buffer, fault: RegExp) => {
    await consolePage.goto(at)
    await consolePage.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
    // The browser's own check of the size is for those who have script.
    await consolePage.locator('form[data-intent=upload]').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await expect(consolePage.getByTestId('error-summary')).toContainText(fault)
  }
  await consolePage.goto(at)
  await consolePage.getByRole('button', { name: 'Review' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('Choose a file')
  await handIn('latin.csv', Buffer.from('email,name\nm\u00FCller', 'latin1'), /UTF-8/)
  await handIn('nothing.csv', Buffer.from('\n\n'), /name the columns/)
  await handIn('large.csv', Buffer.alloc(33 * 1_024 * 1_024, 'email,'), /32 MiB/)
})

test.describe('without script', { tag: '@no-js' }, () => {
  test('pasted text is imported, and the page of the work follows it', async ({ consolePage, home }) => {
    const ada = newPerson('ada')
    const create = { schema_id: 'person', traits: { email: ada.email } }
    await consolePage.goto(`${home.root}/people/import`)
    const text = consolePage.getByLabel('Or paste text')
    await text.fill(`,,\n${ada.email},,`)
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await expect(consolePage.getByTestId('error-summary')).toContainText('name the columns')
    await expect(text).toHaveValue(`,,\n${ada.email},,`)
    await text.fill(JSON.stringify({ identities: [{ create }, { create: { traits: {} } }] }))
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await expect(consolePage.getByTestId('import-check')).toHaveAttribute('data-faulty', '1')
    await consolePage.getByRole('button', { name: 'Create 1 account' }).click()
    await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
    await expect(consolePage.getByTestId('count-created')).toHaveText('1')
  })
})
