import { newPerson } from '../service/people.ts'
import { expect, test, text } from './operator.ts'

test('somebody is found by a part of their address and by a trait, and changed', async ({
  signedIn: page,
  installation,
}) => {
  const ada = newPerson('ada')
  const id = await installation.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Lovelace' } } })
  await installation.account(newPerson('grace'))
  await page.goto(`${installation.root}/people`)
  await page.getByLabel('Search', { exact: true }).fill(ada.email.slice(0, 8).toUpperCase())
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByLabel('Search', { exact: true }).fill('lovel')
  await page.getByLabel('In', { exact: true }).selectOption('trait')
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Augusta')
  await page.getByLabel('Metadata for administrators').fill('{ "plan": ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('error-summary')).toContainText('no valid JSON')
  await expect(page.getByLabel('First name')).toHaveValue('Augusta')
  await page.getByLabel('Metadata for administrators').fill('{ "plan": "gold" }')
  await page.getByLabel('Reason').fill('Ticket 7: größer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('notice')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Augusta Lovelace')
  const { body } = await installation.call('GET', `/admin/identities/${id}`)
  expect(body).toMatchObject({
    traits: { name: { first: 'Augusta', last: 'Lovelace' } },
    metadata_admin: { plan: 'gold' },
  })
  const audit = JSON.stringify((await installation.call('GET', '/audit')).body)
  expect(audit).toContain('Ticket 7: größer')
})

test('a second factor is taken away, and what the identity service refuses is told', async ({
  signedIn: page,
  installation,
}) => {
  const ada = newPerson('ada')
  const totp = 'otpauth://totp/Gatehouse:ada?algorithm=SHA1&digits=6&issuer=Gatehouse&period=30&secret=JBSWY3DPEHPK3PXP'
  const id = await installation.account(ada, {
    credentials: {
      password: { config: { password: ada.password } },
      totp: { config: { totp_url: totp } },
    },
  })
  await page.goto(`${installation.root}/people/${id}`)
  const row = page.locator('[data-part="row"]').filter({ hasText: 'Authenticator app' })
  await row.getByRole('link', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByLabel('Reason').fill('lost the phone')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByTestId('notice')).toBeVisible()
  await expect(row).toHaveCount(0)
  const { body } = await installation.call('GET', `/admin/identities/${id}`)
  expect(Object.keys(JSON.parse(JSON.stringify(body)).credentials)).not.toContain('totp')
})

test('a recovery code takes a reason, is shown once, and lets the person in', async ({
  signedIn: page,
  installation,
  browser,
}) => {
  const id = await installation.account(newPerson('ada'))
  await page.goto(`${installation.root}/people/${id}`)
  const form = page.locator('#recovery form')
  await form.getByLabel('Reason').fill('   ')
  await form.getByRole('button', { name: 'Make it' }).click()
  await expect(form.getByTestId('error-summary')).toBeVisible()
  await form.getByLabel('Reason').fill('called us, knows the last invoice')
  await form.getByRole('button', { name: 'Make it' }).click()
  const said = await page.getByTestId('recovered').innerText()
  const [code] = /\b\d{6}\b/.exec(said) ?? []
  const [link] = /https?:\S+/.exec(said) ?? []
  await page.reload()
  await expect(page.getByTestId('recovered')).toHaveCount(0)

  // With script the page hands in a complete code by itself, but not what was typed before the script was there.
  const other = await browser.newContext({ javaScriptEnabled: false })
  const theirs = await other.newPage()
  await theirs.goto(link ?? '')
  await theirs.locator('input[name="code"]').fill(code ?? '')
  await theirs.locator('button[name="method"][value="code"]').click()
  await theirs.waitForURL(/\/settings/)
  await other.close()
  const audit = JSON.stringify((await installation.call('GET', '/audit')).body)
  expect(audit).toContain('called us, knows the last invoice')
  expect(audit).not.toContain(code)
})

test('a session that is ended is over for the person; so are all of them', async ({ signedIn: page, installation }) => {
  const ada = newPerson('ada')
  const id = await installation.account(ada)
  const [first, second] = [await installation.session(ada), await installation.session(ada)]
  await page.goto(`${installation.root}/people/${id}`)
  await page.locator('#sessions').getByRole('button', { name: 'Extend' }).first().click()
  await expect(page.getByTestId('notice')).toContainText('lasts longer')
  await page.locator('#sessions').getByRole('button', { name: 'End', exact: true }).first().click()
  await expect(page.getByTestId('notice')).toContainText('has ended')
  const alive = [await installation.whoami(first), await installation.whoami(second)]
  expect(alive.toSorted((a, b) => a - b)).toEqual([200, 401])
  await page.getByRole('link', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByTestId('notice')).toContainText('signed out everywhere')
  expect([await installation.whoami(first), await installation.whoami(second)]).toEqual([401, 401])
})

test('a session is ended from the list of the project', async ({ signedIn: page, installation }) => {
  const ada = newPerson('ada')
  await installation.account(ada)
  const token = await installation.session(ada)
  await page.goto(`${installation.root}/sessions`)
  const row = page.getByRole('row').filter({ hasText: ada.email })
  await row.getByRole('button', { name: 'End' }).click()
  await expect(page.getByTestId('notice')).toBeVisible()
  expect(await installation.whoami(token)).toBe(401)
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(row).toContainText('Ended')
})

test('several accounts are switched off at once, and one is deleted by typing its address', async ({
  signedIn: page,
  installation,
}) => {
  const people = [newPerson('bulk'), newPerson('bulk')]
  const ids = await Promise.all(people.map((one) => installation.account(one)))
  await page.goto(`${installation.root}/people?q=bulk-`)
  await page.getByRole('button', { name: 'Pick all on this page' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 accounts')
  await page.getByLabel('Reason').fill('spam')
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  await expect(page.getByTestId('count-done')).toHaveText('2')
  for (const id of ids) {
    expect(text((await installation.call('GET', `/admin/identities/${id}`)).body, 'state')).toBe('inactive')
  }
  await page.goto(`${installation.root}/people/${ids[0]}`)
  await page.getByRole('link', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Type').fill('somebody else')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByTestId('error-summary')).toBeVisible()
  await dialog.getByLabel('Type').fill(people[0]?.email ?? '')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByTestId('notice')).toContainText('gone')
  expect((await installation.call('GET', `/admin/identities/${ids[0]}`)).status).toBe(404)
})

test('a message is found by its recipient, with its content and its attempts', async ({
  signedIn: page,
  installation,
}) => {
  const ada = newPerson('ada')
  await installation.account(ada)
  const begun: unknown = await (await fetch(`${installation.gateway.origin}/self-service/recovery/api`)).json()
  await fetch(`${installation.gateway.origin}/self-service/recovery?flow=${text(begun, 'id')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'code', email: ada.email }),
  })
  await page.goto(`${installation.root}/messages`)
  await page.getByLabel('Recipient').fill(ada.email)
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await expect(page.getByText('recovery_code_valid')).toBeVisible()
  // Development mode shows what production hides.
  await expect(page.getByRole('group', { name: 'Text' })).toContainText(/\d{6}/)
})
