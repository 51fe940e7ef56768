import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { newPerson } from '../service/people.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'

/** bcrypt of "a word from before", cost 4. */
const hash = '$2b$04$VYCGUmYtlPihELy3BWrwk.JbasIq9049107JK5Is1Xsd7mHd/0rGW'
const password = 'a word from before'

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('a table is mapped, checked line by line and imported; a person who is there already is not created twice @import-3', async ({
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
  await expect(consolePage.getByRole('row').filter({ hasText: '3' })).toContainText(/: not an email address$/)
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

/** Returns a file of an export, with unique addresses and ids. */
function exported(name: string, email: string, replaced: Readonly<Record<string, string>> = {}) {
  const text = readFileSync(new URL(`../../packages/transfer/fixtures/moving-in/${name}`, import.meta.url), 'utf8')
  const own = text.replaceAll(/ada@\w+\.example/g, email).replaceAll(/\b(\w+)@\w+\.example/g, `$1-${email}`)
  return file(
    name,
    Object.entries(replaced).reduce((whole, [one, other]) => whole.replaceAll(one, other), own),
  )
}

test('an export of Firebase is recognized, and keeps its passwords once its hash parameters are pasted @import-5', async ({
  consolePage,
  home,
}) => {
  const ada = newPerson('ada')
  await consolePage.goto(`${home.root}/people/import`)
  const people = exported('firebase.json', ada.email, { fbAda1: crypto.randomUUID(), fbGrace: crypto.randomUUID() })
  await consolePage.getByLabel('File', { exact: true }).setInputFiles(people)
  await consolePage.getByRole('button', { name: 'Review' }).click()
  await expect(consolePage.getByLabel('Exported from')).toHaveValue('firebase')
  await expect(consolePage.getByTestId('left-behind')).toContainText('hash parameters')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  const parameters = consolePage.getByLabel('Password hash parameters')
  await parameters.fill('hash_config { rounds: 8 }')
  // Read on its way: a stream that script has read cannot be read again afterwards.
  let answered = ''
  await consolePage.route(
    (url) => url.pathname.startsWith(new URL(consolePage.url()).pathname),
    async (route) => {
      const response = await route.fetch()
      answered = await response.text()
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await consolePage.getByRole('button', { name: 'Apply' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('not the parameters')
  // The pasted text stays in the browser, and is not sent back.
  await expect(parameters).toHaveValue('hash_config { rounds: 8 }')
  expect(answered).toContain('not the parameters')
  expect(answered).not.toContain('rounds: 8')
  await parameters.fill(String(exported('firebase-hash.txt', '').buffer))
  await consolePage.getByRole('button', { name: 'Apply' }).click()
  await expect(parameters).toHaveCount(0)
  await expect(consolePage.getByText('hash parameters were not given')).toHaveCount(0)
  await consolePage.getByRole('button', { name: /^Create \d accounts?$/ }).click()
  await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  expect(await whoami(home.origin, await session(home.origin, { ...ada, password: 'user1password' }))).toBe(200)
})

test('exports of Clerk, Keycloak and Supabase are recognized, and people sign in with the password they had @import-7', async ({
  consolePage,
  home,
}) => {
  const moved = [
    ['clerk', ['clerk.csv'], ['user_2aAda', 'user_2aGrace', 'user_2aMax']],
    [
      'keycloak',
      ['keycloak.json'],
      ['b7a7b2f4-0001-4000-8000-000000000001', 'b7a7b2f4-0001-4000-8000-000000000002', '583231'],
    ],
    [
      'supabase',
      ['supabase-identities.csv', 'supabase-users.csv'],
      ['3f6b0d1e-0000-4000-8000-000000000001', '3f6b0d1e-0000-4000-8000-000000000002', '3082042'],
    ],
  ] as const
  for (const [system, names, ids] of moved) {
    const ada = newPerson('ada')
    const own = Object.fromEntries(ids.map((id) => [id, crypto.randomUUID()]))
    await consolePage.goto(`${home.root}/people/import`)
    const files = names.map((name) => exported(name, ada.email, own))
    await consolePage.getByLabel('File', { exact: true }).setInputFiles(files)
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await expect(consolePage.getByLabel('Exported from')).toHaveValue(system)
    await consolePage.getByRole('button', { name: /^Create \d accounts?$/ }).click()
    await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
    // Ada of Keycloak has an authenticator app, which a session is asked for; Grace has a password alone.
    const email = system === 'keycloak' ? `grace-${ada.email}` : ada.email
    const who = { ...ada, email, password: 'moved in with my password' }
    expect(await whoami(home.origin, await session(home.origin, who)), system).toBe(200)
  }
})

/** The tables of Ory Kratos that are read, with one person who has a password. */
const kratosTables = (email: string) => `
  CREATE TABLE identities (id TEXT PRIMARY KEY, schema_id TEXT, state TEXT, traits TEXT, metadata_public TEXT,
    metadata_admin TEXT, external_id TEXT, organization_id TEXT);
  CREATE TABLE identity_credential_types (id TEXT PRIMARY KEY, name TEXT);
  CREATE TABLE identity_credentials (identity_id TEXT, identity_credential_type_id TEXT, config TEXT);
  CREATE TABLE identity_verifiable_addresses (identity_id TEXT, value TEXT, via TEXT, verified BOOLEAN, status TEXT);
  CREATE TABLE identity_recovery_addresses (identity_id TEXT, value TEXT, via TEXT);
  INSERT INTO identity_credential_types VALUES ('1', 'password');
  INSERT INTO identities (id, schema_id, state, traits)
    VALUES ('${crypto.randomUUID()}', 'person', 'active', '{"email":"${email}"}');
  INSERT INTO identity_credentials SELECT id, '1', '{"hashed_password":"${hash}"}' FROM identities;
`

test('a database of Ory Kratos is refused with the command that reads it, and the file of that command is imported @import-8', async ({
  consolePage,
  home,
  gateway,
}, info) => {
  const ada = newPerson('ada')
  const kratos = info.outputPath('kratos.sqlite')
  const database = new DatabaseSync(kratos)
  database.exec(kratosTables(ada.email))
  database.close()
  await consolePage.goto(`${home.root}/people/import`)
  await expect(consolePage.getByLabel('Exported from')).toHaveAccessibleDescription(/--output people\.jsonl/)
  await consolePage.getByLabel('File', { exact: true }).setInputFiles(kratos)
  await consolePage.getByRole('button', { name: 'Review' }).click()
  const command = 'gatehouse import --from kratos-database'
  await expect(consolePage.getByTestId('error-summary')).toContainText(command)
  const people = info.outputPath('people.jsonl')
  const args = [...command.split(' ').slice(1), kratos, '--output', people, '--admin-url', gateway.adminOrigin]
  execFileSync(process.execPath, [join(repositoryRoot, 'apps/cli/bin/gatehouse.mjs'), ...args], { stdio: 'pipe' })
  await consolePage.getByLabel('File', { exact: true }).setInputFiles(people)
  await consolePage.getByRole('button', { name: 'Review' }).click()
  await consolePage.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  expect(await whoami(home.origin, await session(home.origin, { ...ada, password }))).toBe(200)
})

test('a file that cannot be imported is reported beside the form @import-4', async ({ consolePage, home }) => {
  const at = `${home.root}/people/import`
  const handIn = async (name: string, buffer: Buffer, fault: RegExp) => {
    await consolePage.goto(at)
    await consolePage.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
    // The browser's own check of the size needs script.
    await consolePage.locator('form[data-intent=upload]').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await expect(consolePage.getByTestId('error-summary')).toContainText(fault)
  }
  await consolePage.goto(at)
  await consolePage.getByRole('button', { name: 'Review' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('Choose a file')
  await handIn('latin.csv', Buffer.from('email,name\nm\u00FCller', 'latin1'), /UTF-8/)
  await handIn('nothing.csv', Buffer.from('\n\n'), /name the columns/)
  await handIn('people.json.gz', Buffer.from([0x1f, 0x8b, 0x08]), /compressed/)
  await handIn('large.csv', Buffer.alloc(33 * 1_024 * 1_024, 'email,'), /32 MiB/)
})

test.describe('without script', { tag: '@no-js' }, () => {
  test('two files of Auth0 are imported together, with a provider by its name here @import-6', async ({
    consolePage,
    home,
  }) => {
    const ada = newPerson('ada')
    const [id, subject] = [crypto.randomUUID().replaceAll('-', '').slice(0, 24), String(Date.now())]
    const own = {
      '5f7c8ec7c33c6c004bbafe82': id,
      '108204268033311374519': subject,
      '6f7c8ec7c33c6c004bbafe83': `b${id}`,
    }
    const files = ['auth0-users.json', 'auth0-hashes.json'].map((name) => exported(name, ada.email, own))
    await consolePage.goto(`${home.root}/people/import`)
    await consolePage.getByLabel('Exported from').selectOption('Keycloak')
    await consolePage.getByLabel('File', { exact: true }).setInputFiles(files)
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await expect(consolePage.getByTestId('error-summary')).toContainText('This is an export of Auth0')
    await consolePage.getByLabel('Exported from').selectOption('Auth0')
    await consolePage.getByLabel('File', { exact: true }).setInputFiles(files)
    await consolePage.getByRole('button', { name: 'Review' }).click()
    await consolePage.getByLabel('google-oauth2 is called here').fill('google')
    await consolePage.getByRole('button', { name: 'Apply' }).click()
    await expect(consolePage.getByLabel('google-oauth2 is called here')).toHaveValue('google')
    await expect(consolePage.getByTestId('import-check')).toHaveAttribute('data-fine', '3')
    await consolePage.getByRole('button', { name: 'Create 3 accounts' }).click()
    await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
    await expect(consolePage.getByTestId('count-created')).toHaveText('3')
    await expect(consolePage.getByTestId('count-refused')).toHaveText('1')
    await expect(consolePage.getByTestId('job-state')).toHaveText('Done')
    const job = consolePage.url()
    await consolePage.goto(`${home.root}/jobs`)
    await expect(consolePage.locator('tbody tr').first()).toContainText('Created: 3 · Refused: 1')
    await consolePage.goto(job)
    const password = 'moved in with my password'
    expect(await whoami(home.origin, await session(home.origin, { ...ada, password }))).toBe(200)
    const found = await home.call('GET', `/admin/identities?credentials_identifier=google:${subject}`)
    expect(found).toMatchObject([{ external_id: `google-oauth2|${subject}` }])
  })

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
