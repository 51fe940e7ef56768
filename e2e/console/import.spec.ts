import { newPerson } from '../service/people.ts'
import { expect, test, text } from './operator.ts'

/** bcrypt of "a word from before", cost 4. */
const hash = '$2b$04$VYCGUmYtlPihELy3BWrwk.JbasIq9049107JK5Is1Xsd7mHd/0rGW'
const password = 'a word from before'

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('a table is mapped, checked line by line and imported; who is there already is not made twice', async ({
  signedIn: page,
  installation,
}) => {
  const [ada, eve] = [newPerson('ada'), newPerson('eve')]
  const table = [
    'Mail;name.first;Hash;verified;metadata_admin;Note',
    `${ada.email};Ada;${hash};yes;"{""plan"": ""gold""}";=1+1`,
    'not an address;Nobody;;;;',
    `${eve.email};Eve;;maybe;;`,
  ].join('\r\n')
  const handIn = async () => {
    await page.goto(`${installation.root}/people`)
    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByLabel('File', { exact: true }).setInputFiles(file('people.csv', table))
    await page.getByRole('button', { name: 'Look at it' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import people.csv')
    await page.getByLabel('Mail').selectOption('traits.email')
    await page.getByLabel('Hash').selectOption('password_hash')
    await page.getByRole('button', { name: 'Use these' }).click()
    await expect(page.getByTestId('import-check')).toHaveAttribute('data-fine', '1')
  }
  await handIn()
  await expect(page.getByRole('row').filter({ hasText: '3' })).toContainText('/traits/email')
  await expect(page.getByRole('row').filter({ hasText: '4' })).toContainText('true or false')
  expect(await page.content()).not.toContain(hash)
  await page.getByLabel('Reason').fill('moved over')
  await page.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  await expect(page.getByTestId('count-created')).toHaveText('1')
  await expect(page.getByTestId('count-refused')).toHaveText('2')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download who was not created' }).click()
  const report = await (await (await download).createReadStream()).toArray()
  const lines = Buffer.concat(report).toString().trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' ')).toSorted((a, b) => a.localeCompare(b))).toEqual([
    '3 refused',
    '4 refused',
    'line result',
  ])

  const found = await installation.call('GET', `/admin/identities?credentials_identifier=${ada.email}`)
  expect(found.body).toMatchObject([
    {
      metadata_admin: { plan: 'gold' },
      traits: { name: { first: 'Ada' } },
      verifiable_addresses: [{ value: ada.email, verified: true }],
    },
  ])
  expect(await installation.whoami(await installation.session({ ...ada, password }))).toBe(200)
  const audit = JSON.stringify((await installation.call('GET', '/audit')).body)
  expect(audit).toContain('moved over')

  await handIn()
  await page.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(page.getByTestId('count-exists')).toHaveText('1')
  const again = await installation.call('GET', `/admin/identities?credentials_identifier=${ada.email}`)
  expect(again.body).toHaveLength(1)
})

test('what cannot be imported is told beside the form', async ({ signedIn: page, installation }) => {
  const at = `${installation.root}/people/import`
  const handIn = async (name: string, buffer: Buffer, fault: RegExp) => {
    await page.goto(at)
    await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
    // The browser's own check of the size is for those who have script.
    await page.locator('form[data-intent=upload]').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await page.getByRole('button', { name: 'Look at it' }).click()
    await expect(page.getByTestId('error-summary')).toContainText(fault)
  }
  await page.goto(at)
  await page.getByRole('button', { name: 'Look at it' }).click()
  await expect(page.getByTestId('error-summary')).toContainText('Choose a file')
  await handIn('latin.csv', Buffer.from('email,name\nm\u00FCller', 'latin1'), /UTF-8/)
  await handIn('nothing.csv', Buffer.from('\n\n'), /name the columns/)
  await handIn('large.csv', Buffer.alloc(33 * 1_024 * 1_024, 'email,'), /32 MiB/)
})

test('ten thousand people are imported; stopping keeps what was done, and going on makes nobody twice', async ({
  signedIn: page,
  installation,
}) => {
  test.slow()
  const name = newPerson('many').email.split('@')[0] ?? ''
  const people = Array.from({ length: 10_000 }, (_, index) =>
    JSON.stringify({
      create: {
        schema_id: 'person',
        external_id: `${name}-${index}`,
        traits: { email: `${name}-${index}@example.org` },
        credentials: { password: { config: { hashed_password: hash } } },
      },
    }),
  )
  await page.goto(`${installation.root}/people/import`)
  await page.getByLabel('File', { exact: true }).setInputFiles(file('many.jsonl', people.join('\n')))
  await page.getByRole('button', { name: 'Look at it' }).click()
  await page.getByRole('button', { name: 'Create 10000 accounts' }).click()
  await expect(page.getByTestId('count-created')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'stopped')
  const done = Number(await page.getByTestId('count-created').innerText())
  expect(done).toBeLessThan(10_000)
  await page.getByRole('link', { name: 'Open the file again' }).click()
  await page.getByRole('button', { name: 'Create 10000 accounts' }).click()
  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'done', { timeout: 120_000 })
  await expect(page.getByTestId('count-exists')).toHaveText(String(done))
  await expect(page.getByTestId('count-created')).toHaveText(String(10_000 - done))
  const last = await installation.call('GET', `/admin/identities?credentials_identifier=${name}-9999@example.org`)
  expect(text(Array.isArray(last.body) ? last.body[0] : undefined, 'external_id')).toBe(`${name}-9999`)
})

test.describe('without script', { tag: '@no-js' }, () => {
  test('pasted text is imported, and the page of the work follows it', async ({ signedIn: page, installation }) => {
    const ada = newPerson('ada')
    const create = { schema_id: 'person', traits: { email: ada.email } }
    await page.goto(`${installation.root}/people/import`)
    await page
      .getByLabel('Or paste text')
      .fill(JSON.stringify({ identities: [{ create }, { create: { traits: {} } }] }))
    await page.getByRole('button', { name: 'Look at it' }).click()
    await expect(page.getByTestId('import-check')).toHaveAttribute('data-faulty', '1')
    await page.getByRole('button', { name: 'Create 1 account' }).click()
    await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
    await expect(page.getByTestId('count-created')).toHaveText('1')
  })
})
