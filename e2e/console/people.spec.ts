import { newPerson } from '../service/people.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { askProject } from './project-address.ts'

test('somebody is found by a part of their address and by a trait, and changed', async ({ desk, home }) => {
  const ada = newPerson('ada')
  const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Lovelace' } } })
  await home.account(newPerson('grace'))
  await desk.goto(`${home.root}/people`)
  await desk.getByLabel('Search', { exact: true }).fill(ada.email.slice(0, 8).toUpperCase())
  await desk.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(desk.locator('tbody tr')).toHaveCount(1)
  await desk.getByRole('link', { name: 'Show all' }).click()
  await desk.getByLabel('Search', { exact: true }).fill('lovel')
  await desk.getByLabel('In', { exact: true }).selectOption('trait')
  await desk.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await desk.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await desk.getByRole('link', { name: 'Edit' }).click()
  await desk.getByLabel('First name').fill('Augusta')
  await desk.getByLabel('Metadata for administrators').fill('{ "plan": ')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByTestId('error-summary')).toContainText('no valid JSON')
  await expect(desk.getByLabel('First name')).toHaveValue('Augusta')
  await desk.getByLabel('Metadata for administrators').fill('{ "plan": "gold" }')
  await desk.getByLabel('Reason').fill('Ticket 7: größer')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByTestId('notice')).toBeVisible()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Augusta Lovelace')
  expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({
    traits: { name: { first: 'Augusta', last: 'Lovelace' } },
    metadata_admin: { plan: 'gold' },
  })
  const audit = JSON.stringify(await home.call('GET', '/audit'))
  expect(audit).toContain('Ticket 7: größer')
})

test('the button of a search stands beside its last field, unless everything is a column', async ({ desk, home }) => {
  await desk.goto(`${home.root}/people`)
  const button = desk.getByRole('search').getByRole('button', { name: 'Search' })
  const field = desk.getByRole('search').locator('input, select').last()
  for (const width of [1440, 1180, 1024, 900, 768, 560]) {
    await desk.setViewportSize({ width, height: 800 })
    const [one, other] = [await button.boundingBox(), await field.boundingBox()]
    expect([width, one && other && one.y + one.height]).toEqual([width, other && other.y + other.height])
  }
})

test('a second factor is taken away, and what the identity service refuses is told', async ({ desk, home }) => {
  const ada = newPerson('ada')
  const totp = 'otpauth://totp/Gatehouse:ada?algorithm=SHA1&digits=6&issuer=Gatehouse&period=30&secret=JBSWY3DPEHPK3PXP'
  const id = await home.account(ada, {
    credentials: {
      password: { config: { password: ada.password } },
      totp: { config: { totp_url: totp } },
    },
  })
  await desk.goto(`${home.root}/people/${id}`)
  const row = desk.locator('[data-part="row"]').filter({ hasText: 'Authenticator app' })
  await row.getByRole('link', { name: 'Remove' }).click()
  await desk.getByRole('alertdialog').getByLabel('Reason').fill('lost the phone')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(desk.getByTestId('notice')).toBeVisible()
  await expect(row).toHaveCount(0)
  const { credentials } = await home.call<{ credentials: object }>('GET', `/admin/identities/${id}`)
  expect(Object.keys(credentials)).not.toContain('totp')
})

test('a recovery code takes a reason, is shown once, and lets the person in', async ({ desk, home, browser }) => {
  const id = await home.account(newPerson('ada'))
  await desk.goto(`${home.root}/people/${id}`)
  const form = desk.locator('#recovery form')
  await form.getByLabel('Reason').fill('   ')
  await form.getByRole('button', { name: 'Make it' }).click()
  await expect(form.getByTestId('error-summary')).toBeVisible()
  await form.getByLabel('Reason').fill('called us, knows the last invoice')
  await form.getByRole('button', { name: 'Make it' }).click()
  const said = await desk.getByTestId('recovered').innerText()
  const [code] = /\b\d{6}\b/.exec(said) ?? []
  const [link] = /https?:\S+/.exec(said) ?? []
  await desk.reload()
  await expect(desk.getByTestId('recovered')).toHaveCount(0)

  // With script the page hands in a complete code by itself, but not what was typed before the script was there.
  const other = await browser.newContext({ javaScriptEnabled: false })
  const theirs = await other.newPage()
  await theirs.goto(link ?? '')
  await theirs.locator('input[name="code"]').fill(code ?? '')
  await theirs.locator('button[name="method"][value="code"]').click()
  await theirs.waitForURL(/\/settings/)
  await other.close()
  const audit = JSON.stringify(await home.call('GET', '/audit'))
  expect(audit).toContain('called us, knows the last invoice')
  expect(audit).not.toContain(code)
})

test('a session that is ended is over for the person; so are all of them', async ({ desk, home }) => {
  const ada = newPerson('ada')
  const id = await home.account(ada)
  const [first, second] = [await session(home.origin, ada), await session(home.origin, ada)]
  await desk.goto(`${home.root}/people/${id}`)
  await desk.locator('#sessions').getByRole('button', { name: 'Extend' }).first().click()
  await expect(desk.getByTestId('notice')).toContainText('lasts longer')
  await desk.locator('#sessions').getByRole('button', { name: 'End', exact: true }).first().click()
  await expect(desk.getByTestId('notice')).toContainText('has ended')
  const alive = [await whoami(home.origin, first), await whoami(home.origin, second)]
  expect(alive.toSorted((a, b) => a - b)).toEqual([200, 401])
  await desk.getByRole('link', { name: 'Sign out everywhere' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(desk.getByTestId('notice')).toContainText('signed out everywhere')
  expect([await whoami(home.origin, first), await whoami(home.origin, second)]).toEqual([401, 401])
})

test('a session is ended from the list of the project', async ({ desk, home }) => {
  const ada = newPerson('ada')
  await home.account(ada)
  const token = await session(home.origin, ada)
  await desk.goto(`${home.root}/sessions`)
  const row = desk.getByRole('row').filter({ hasText: ada.email })
  await row.getByRole('button', { name: 'End' }).click()
  await expect(desk.getByTestId('notice')).toBeVisible()
  expect(await whoami(home.origin, token)).toBe(401)
  await expect(row).toHaveCount(0)
  await desk.getByRole('link', { name: 'All', exact: true }).click()
  await expect(row).toContainText('Ended')
})

test('several accounts are switched off at once, and one is deleted by typing its address', async ({ desk, home }) => {
  const people = [newPerson('bulk'), newPerson('bulk')]
  const ids = await Promise.all(people.map((one) => home.account(one)))
  await desk.goto(`${home.root}/people?q=bulk-`)
  await desk.getByRole('button', { name: 'Pick all on this page' }).click()
  await desk.getByRole('button', { name: 'Continue' }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('2 accounts')
  await desk.getByLabel('Reason').fill('spam')
  await desk.getByRole('button', { name: 'Switch off' }).click()
  await expect(desk.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  await expect(desk.getByTestId('count-done')).toHaveText('2')
  for (const id of ids) {
    expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({ state: 'inactive' })
  }
  await desk.goto(`${home.root}/people/${ids[0]}`)
  await desk.getByRole('link', { name: 'Delete' }).click()
  const dialog = desk.getByRole('alertdialog')
  await dialog.getByLabel('Type').fill('somebody else')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByTestId('error-summary')).toBeVisible()
  await dialog.getByLabel('Type').fill(people[0]?.email ?? '')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByTestId('notice')).toContainText('gone')
  await expect(home.call('GET', `/admin/identities/${ids[0]}`)).rejects.toThrow('answered 404')
})

test('a message is found by its recipient, with its content and its attempts', async ({ desk, home }) => {
  const ada = newPerson('ada')
  await home.account(ada)
  const recovery = `${home.origin}/self-service/recovery`
  const { id }: { id: string } = JSON.parse((await askProject(`${recovery}/api`)).text)
  await askProject(`${recovery}?flow=${id}`, { method: 'code', email: ada.email })
  await desk.goto(`${home.root}/messages`)
  await desk.getByLabel('Recipient').fill(ada.email)
  await desk.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await desk.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await expect(desk.getByText('recovery_code_valid')).toBeVisible()
  // Development mode shows what production hides.
  await expect(desk.getByRole('group', { name: 'Text' })).toContainText(/\d{6}/)
})
