import { newPerson } from '../service/people.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { askProject } from './project-address.ts'

test('somebody is found by a part of their address and by a trait, and changed', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Lovelace' } } })
  await home.account(newPerson('grace'))
  await consolePage.goto(`${home.root}/people`)
  await consolePage.getByLabel('Search', { exact: true }).fill(ada.email.slice(0, 8).toUpperCase())
  await consolePage.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(consolePage.locator('tbody tr')).toHaveCount(1)
  await consolePage.getByRole('link', { name: 'Show all' }).click()
  await expect(consolePage.getByLabel('Search', { exact: true })).toHaveValue('')
  // As one types, every word, without accents.
  await consolePage.getByLabel('Search', { exact: true }).pressSequentially('ádA lovel', { delay: 260 })
  await expect(consolePage).toHaveURL(/q=%C3%A1dA\+lovel&/)
  await expect(consolePage.getByLabel('Search', { exact: true })).toBeFocused()
  await consolePage.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await consolePage.getByRole('link', { name: 'Edit' }).click()
  await consolePage.getByLabel('First name').fill('Augusta')
  await consolePage.getByLabel('Metadata for administrators').fill('{ "plan": ')
  await consolePage.getByRole('button', { name: 'Save' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('not valid JSON')
  await expect(consolePage.getByLabel('First name')).toHaveValue('Augusta')
  await consolePage.getByLabel('Metadata for administrators').fill('{ "plan": "gold" }')
  await consolePage.getByLabel('Reason').fill('Ticket 7: größer')
  await consolePage.getByRole('button', { name: 'Save' }).click()
  await expect(consolePage.getByTestId('notice')).toBeVisible()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Augusta Lovelace')
  expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({
    traits: { name: { first: 'Augusta', last: 'Lovelace' } },
    metadata_admin: { plan: 'gold' },
  })
  const audit = JSON.stringify(await home.call('GET', '/audit'))
  expect(audit).toContain('Ticket 7: größer')
})

test('people are listed newest first, or oldest, with how many there are', async ({ consolePage, home }) => {
  const older = newPerson('older')
  const newer = newPerson('newer')
  await home.account(older)
  await home.account(newer)
  await consolePage.goto(`${home.root}/people`)
  await expect(consolePage.locator('tbody tr').first()).toContainText(newer.email)
  const status = consolePage.getByRole('status').filter({ hasText: /^\d+ people$/ })
  const total = Number.parseInt((await status.textContent()) ?? '', 10)
  expect(total).toBeGreaterThanOrEqual(2)
  await consolePage.getByRole('columnheader', { name: 'Created' }).getByRole('link').click()
  await expect(consolePage).toHaveURL(/order=oldest/)
  await expect(consolePage.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(consolePage.locator('tbody tr').first()).not.toContainText(newer.email)
})

test('the button of a search stands beside its last field, unless everything is a column', async ({
  consolePage,
  home,
}) => {
  await consolePage.goto(`${home.root}/people`)
  const button = consolePage.getByRole('search').getByRole('button', { name: 'Search' })
  const field = consolePage.getByRole('search').locator('input, select').last()
  for (const width of [1440, 1180, 1024, 900, 768, 560]) {
    await consolePage.setViewportSize({ width, height: 800 })
    const [one, other] = [await button.boundingBox(), await field.boundingBox()]
    expect([width, one && other && one.y + one.height]).toEqual([width, other && other.y + other.height])
  }
})

test('a second factor is taken away, and what the identity service refuses is shown', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  const totp = 'otpauth://totp/Gatehouse:ada?algorithm=SHA1&digits=6&issuer=Gatehouse&period=30&secret=JBSWY3DPEHPK3PXP'
  const id = await home.account(ada, {
    credentials: {
      password: { config: { password: ada.password } },
      totp: { config: { totp_url: totp } },
    },
  })
  await consolePage.goto(`${home.root}/people/${id}`)
  const row = consolePage.locator('[data-part="row"]').filter({ hasText: 'Authenticator app' })
  await row.getByRole('link', { name: 'Remove' }).click()
  await consolePage.getByRole('alertdialog').getByLabel('Reason').fill('lost the phone')
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(consolePage.getByTestId('notice')).toBeVisible()
  await expect(row).toHaveCount(0)
  const { credentials } = await home.call<{ credentials: object }>('GET', `/admin/identities/${id}`)
  expect(Object.keys(credentials)).not.toContain('totp')
})

test('a recovery code takes a reason, is shown once, and lets the person in', async ({
  consolePage,
  home,
  browser,
}) => {
  const id = await home.account(newPerson('ada'))
  await consolePage.goto(`${home.root}/people/${id}`)
  const form = consolePage.locator('#recovery form')
  await form.getByLabel('Reason').fill('   ')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByTestId('error-summary')).toBeVisible()
  await form.getByLabel('Reason').fill('called us, knows the last invoice')
  await form.getByRole('button', { name: 'Create' }).click()
  const said = await consolePage.getByTestId('recovered').innerText()
  const [code] = /\b\d{6}\b/.exec(said) ?? []
  const [link] = /https?:\S+/.exec(said) ?? []
  await consolePage.reload()
  await expect(consolePage.getByTestId('recovered')).toHaveCount(0)

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

test('a session that is ended is over for the person; so are all of them', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  const id = await home.account(ada)
  const [first, second] = [await session(home.origin, ada), await session(home.origin, ada)]
  await consolePage.goto(`${home.root}/people/${id}`)
  await consolePage.locator('#sessions').getByRole('button', { name: 'Extend' }).first().click()
  await expect(consolePage.getByTestId('notice')).toContainText('was extended')
  await consolePage.locator('#sessions').getByRole('button', { name: 'End', exact: true }).first().click()
  await expect(consolePage.getByTestId('notice')).toContainText('was ended')
  const alive = [await whoami(home.origin, first), await whoami(home.origin, second)]
  expect(alive.toSorted((a, b) => a - b)).toEqual([200, 401])
  await consolePage.getByRole('link', { name: 'Sign out everywhere' }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('were ended')
  expect([await whoami(home.origin, first), await whoami(home.origin, second)]).toEqual([401, 401])
})

test('a session is ended from the list of the project', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  await home.account(ada)
  const token = await session(home.origin, ada)
  await consolePage.goto(`${home.root}/sessions`)
  const row = consolePage.getByRole('row').filter({ hasText: ada.email })
  await row.getByRole('button', { name: 'End' }).click()
  await expect(consolePage.getByTestId('notice')).toBeVisible()
  expect(await whoami(home.origin, token)).toBe(401)
  await expect(row).toHaveCount(0)
  await consolePage.getByRole('link', { name: 'All', exact: true }).click()
  await expect(row).toContainText('Ended')
})

test('several accounts are switched off at once, and one is deleted by typing its address', async ({
  consolePage,
  home,
}) => {
  const people = [newPerson('bulk'), newPerson('bulk')]
  const ids = await Promise.all(people.map((one) => home.account(one)))
  await consolePage.goto(`${home.root}/people?q=bulk-`)
  await consolePage.getByRole('button', { name: 'Select all on this page' }).click()
  await consolePage.getByRole('button', { name: 'Continue' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toContainText('2 people')
  await consolePage.getByLabel('Reason').fill('spam')
  await consolePage.getByRole('button', { name: 'Suspend' }).click()
  await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  await expect(consolePage.getByTestId('count-done')).toHaveText('2')
  for (const id of ids) {
    expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({ state: 'inactive' })
  }
  await consolePage.goto(`${home.root}/people/${ids[0]}`)
  await consolePage.getByRole('link', { name: 'Delete' }).click()
  const dialog = consolePage.getByRole('alertdialog')
  await dialog.getByLabel('Type').fill('somebody else')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByTestId('error-summary')).toBeVisible()
  await dialog.getByLabel('Type').fill(people[0]?.email ?? '')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('deleted')
  await expect(home.call('GET', `/admin/identities/${ids[0]}`)).rejects.toThrow('answered 404')
})

test('a message is found by its recipient, with its content and its attempts', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  await home.account(ada)
  const recovery = `${home.origin}/self-service/recovery`
  const { id }: { id: string } = JSON.parse((await askProject(`${recovery}/api`)).text)
  await askProject(`${recovery}?flow=${id}`, { method: 'code', email: ada.email })
  await consolePage.goto(`${home.root}/messages`)
  await consolePage.getByLabel('Recipient').fill(ada.email)
  await consolePage.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await consolePage.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await expect(consolePage).toHaveURL(/\/messages\/[^/?]+$/)
  await expect(consolePage.getByText('recovery_code_valid')).toBeVisible()
  // Development mode shows what production hides.
  await expect(consolePage.getByRole('group', { name: 'Text' })).toContainText(/\d{6}/)
})
