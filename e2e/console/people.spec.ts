import { newPerson } from '../service/people.ts'
import { inEveryWay } from '../ways.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { askProject } from './project-address.ts'

test('a person is found by a part of their address and by a trait, and changed', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Lovelace' } } })
  await home.account(newPerson('grace'))
  await consolePage.goto(`${home.root}/people`)
  await consolePage.getByLabel('Search', { exact: true }).fill(ada.email.slice(0, 8).toUpperCase())
  await consolePage.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(consolePage.locator('tbody tr')).toHaveCount(1)
  await consolePage.getByRole('link', { name: 'Show all' }).click()
  await expect(consolePage.getByLabel('Search', { exact: true })).toHaveValue('')
  // As one types, every word, without accents.
  await consolePage.getByLabel('Search', { exact: true }).pressSequentially('ádA lovel', { delay: 260 })
  await expect(consolePage).toHaveURL(/q=%C3%A1dA\+lovel(&|$)/)
  await expect(consolePage.getByLabel('Search', { exact: true })).toBeFocused()
  await consolePage.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await consolePage.locator('main header summary').click()
  await consolePage.getByRole('link', { name: 'Edit', exact: true }).click()
  await consolePage.getByRole('textbox', { name: 'First name' }).fill('Augusta')
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

inEveryWay(() => {
  test('a person is recovered, signed out and suspended from the header of every tab @person-page-1', async ({
    consolePage,
    visitor: { hands, scripted },
    home,
  }) => {
    await consolePage.setViewportSize({ width: 1440, height: 900 })
    const ada = newPerson('ada')
    const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Lovelace' } } })
    const token = await session(home.origin, ada)
    await consolePage.goto(`${home.root}/people/${id}`)
    const header = consolePage.locator('main header').first()
    const notice = consolePage.getByTestId('notice')
    await expect(header).toContainText('Last sign-in')
    const height = await consolePage.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(900)

    await hands.press(header.getByRole('link', { name: 'Code or link for recovery' }))
    const dialog = consolePage.getByRole('dialog', { name: 'Account recovery' })
    await hands.fill(dialog.getByLabel('Reason'), '   ')
    await hands.press(dialog.getByRole('button', { name: 'Create' }))
    await expect(dialog.getByTestId('error-summary')).toBeVisible()
    await hands.fill(dialog.getByLabel('Reason'), 'called us')
    await hands.press(dialog.getByRole('button', { name: 'Create' }))
    await expect(dialog.getByTestId('recovered')).toContainText(/\d{6}/)
    await hands.press(dialog.getByRole('link', { name: 'Done' }))
    await expect(dialog).toHaveCount(0)
    await expect(consolePage).toHaveURL(`${home.root}/people/${id}`)

    await consolePage.goto(`${home.root}/people/${id}/sign-in`)
    await hands.press(header.getByRole('link', { name: 'Sign out everywhere' }))
    const question = consolePage.getByRole('alertdialog')
    await hands.fill(question.getByLabel('Reason'), 'lost a laptop')
    await hands.press(question.getByRole('button', { name: 'Sign out everywhere' }))
    await expect(notice).toContainText('were ended')
    await expect(consolePage).toHaveURL(`${home.root}/people/${id}/sign-in`)
    expect(await whoami(home.origin, token)).toBe(401)

    const menu = header.locator('summary')
    await hands.press(menu)
    await hands.press(header.getByRole('link', { name: 'Suspend' }))
    await hands.press(question.getByRole('link', { name: 'Cancel' }))
    await expect(question).toHaveCount(0)
    // The focus is on the control that asked the question, and not at the beginning of the page.
    if (scripted) await expect(menu).toBeFocused()
    await hands.press(menu)
    await hands.press(header.getByRole('link', { name: 'Suspend' }))
    await hands.fill(question.getByLabel('Reason'), 'spam')
    await hands.press(question.getByRole('button', { name: 'Suspend' }))
    await expect(notice).toContainText('was suspended')
    await hands.press(menu)
    await hands.press(header.getByRole('button', { name: 'Reactivate' }))
    await expect(notice).toContainText('was reactivated')
    const audit = JSON.stringify(await home.call('GET', '/audit'))
    for (const reason of ['called us', 'lost a laptop', 'spam']) expect(audit).toContain(reason)
  })
})

test('people are listed newest first, or oldest, with how many there are', async ({ consolePage, home }) => {
  await consolePage.setViewportSize({ width: 1440, height: 900 })
  const older = newPerson('older')
  const newer = newPerson('newer')
  await home.account(older)
  await home.account(newer)
  await consolePage.goto(`${home.root}/people`)
  await expect(consolePage.locator('tbody tr').first()).toContainText(newer.email)
  const range = consolePage.getByRole('status').filter({ hasText: /^1–\d+ of \d+$/ })
  const total = Number.parseInt((await range.textContent())?.split(' of ')[1] ?? '', 10)
  expect(total).toBeGreaterThanOrEqual(2)
  await consolePage.getByRole('columnheader', { name: 'Created' }).getByRole('link').click()
  await expect(consolePage).toHaveURL(/order=oldest/)
  await expect(consolePage.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(consolePage.locator('tbody tr').first()).not.toContainText(newer.email)
  // Sorts by the last visit, with links alone.
  await session(home.origin, older)
  await consolePage.getByRole('columnheader', { name: 'Last seen' }).getByRole('link').click()
  await expect(consolePage.getByRole('columnheader', { name: 'Last seen' })).toHaveAttribute('aria-sort', 'descending')
  // The operator was here last, or as recently: this page is theirs.
  const rows = consolePage.locator('tbody tr')
  await expect(rows.first()).toContainText('now')
  await expect(rows.filter({ hasText: older.email })).toBeVisible()
  const order = await rows.allTextContents()
  const rankOf = (email: string) => order.findIndex((row) => row.includes(email))
  expect(rankOf(older.email)).toBeLessThan(3)
  expect(rankOf(newer.email) === -1 || rankOf(newer.email) > rankOf(older.email)).toBe(true)
})

test('a list is narrowed by chips, its columns are chosen, and a filter is kept @people-list-1', async ({
  consolePage,
  home,
}) => {
  const tag = `chip${Date.now().toString(36)}`
  const people = [newPerson(`${tag}-a`), newPerson(`${tag}-b`)]
  await Promise.all(people.map((one) => home.account(one)))
  const id = await home.account(newPerson(`${tag}-off`), { state: 'inactive' })
  await consolePage.goto(`${home.root}/people?q=${tag}`)
  const rows = consolePage.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await consolePage.locator('summary').filter({ hasText: 'State' }).click()
  await consolePage.getByRole('link', { name: 'Suspended', exact: true }).last().click()
  await expect(consolePage).toHaveURL(/state=inactive/)
  await expect(rows).toHaveCount(1)
  // Pressing anywhere on a row opens its person.
  await rows.getByRole('cell', { name: /^Password/ }).click()
  await expect(consolePage).toHaveURL(new RegExp(`/people/${id}`))
  await consolePage.goBack()

  await consolePage.getByText('Save filter').click()
  await consolePage.getByLabel('Name of the filter').fill(`off ${tag}`)
  await consolePage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('was saved')
  await consolePage.getByRole('link', { name: /^Remove filter State/ }).click()
  await expect(rows).toHaveCount(3)

  await consolePage.getByTitle('Columns, order and density').click()
  await consolePage.getByRole('checkbox', { name: 'Organization' }).uncheck()
  await consolePage.getByRole('checkbox', { name: 'Id', exact: true }).check()
  await consolePage.getByRole('radio', { name: 'Compact' }).check()
  await consolePage.getByRole('button', { name: 'Apply' }).click()
  await expect(consolePage.getByRole('columnheader', { name: 'Id' })).toBeVisible()
  // The browser keeps both, without the address.
  await consolePage.goto(`${home.root}/people`)
  await expect(consolePage.getByRole('columnheader', { name: 'Organization' })).toHaveCount(0)
  await consolePage.getByRole('link', { name: `off ${tag}` }).click()
  await expect(rows).toHaveCount(1)
  await consolePage.getByRole('button', { name: 'Delete filter' }).click()
  await expect(consolePage.getByRole('link', { name: `off ${tag}` })).toHaveCount(0)
})

test('a second factor is removed, and a refusal of the identity service is shown', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  const totp = 'otpauth://totp/Gatehouse:ada?algorithm=SHA1&digits=6&issuer=Gatehouse&period=30&secret=JBSWY3DPEHPK3PXP'
  const id = await home.account(ada, {
    credentials: {
      password: { config: { password: ada.password } },
      totp: { config: { totp_url: totp } },
    },
  })
  await consolePage.goto(`${home.root}/people/${id}/sign-in`)
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
  await consolePage.goto(`${home.root}/people/${id}/sign-in`)
  await consolePage.getByRole('link', { name: 'Code or link for recovery' }).click()
  const form = consolePage.getByRole('dialog').locator('form')
  await form.getByLabel('Reason').fill('   ')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByTestId('error-summary')).toBeVisible()
  await form.getByLabel('Reason').fill('called us, knows the last invoice')
  await form.getByRole('button', { name: 'Create' }).click()
  // It is shown once: neither Escape nor a press beside it takes it away.
  await consolePage.keyboard.press('Escape')
  await consolePage.mouse.click(5, 5)
  const said = await consolePage.getByTestId('recovered').innerText()
  const [code] = /\b\d{6}\b/.exec(said) ?? []
  const [link] = /https?:\S+/.exec(said) ?? []
  await consolePage.reload()
  await expect(consolePage.getByTestId('recovered')).toHaveCount(0)

  // With script the page submits a complete code automatically, but not a text that was typed before the script
  // arrived.
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

test('several accounts are switched off at once, and one is deleted by typing its address', async ({
  consolePage,
  home,
}) => {
  const people = [newPerson('bulk'), newPerson('bulk')]
  const ids = await Promise.all(people.map((one) => home.account(one)))
  await consolePage.goto(`${home.root}/people?q=bulk-`)
  const bar = consolePage.getByRole('group', { name: 'Bulk actions' })
  await expect(bar).toBeHidden()
  await consolePage.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await bar.getByRole('button', { name: 'Suspend' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toContainText('2 people')
  for (const { email } of people) await expect(consolePage.getByTestId('meant')).toContainText(email)
  await consolePage.getByLabel('Reason').fill('spam')
  await consolePage.getByRole('button', { name: 'Suspend' }).click()
  const notice = consolePage.getByTestId('notice')
  await expect(notice).toContainText('2 people suspended')
  await expect(consolePage).toHaveURL(`${home.root}/people?q=bulk-`)
  for (const id of ids) {
    expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({ state: 'inactive' })
  }
  // One of them is suspended already: to undo it would reactivate one whom this did not suspend.
  await home.call('PATCH', `/admin/identities/${ids[0]}`, [{ op: 'replace', path: '/state', value: 'active' }])
  await consolePage.goto(`${home.root}/people?q=bulk-`)
  await consolePage.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Suspend' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toContainText('2 people')
  await consolePage.getByRole('button', { name: 'Suspend' }).click()
  await expect(notice).toContainText('2 people suspended')
  await expect(notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await consolePage.goto(`${home.root}/audit`)
  await expect(consolePage.getByText('started a suspension: 2 people').first()).toBeVisible()
  await consolePage.goto(`${home.root}/people/${ids[0]}`)
  await consolePage.locator('main header summary').click()
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
  const id = await home.account(ada)
  const recovery = `${home.origin}/self-service/recovery`
  const { id: flow }: { id: string } = JSON.parse((await askProject(`${recovery}/api`)).text)
  await askProject(`${recovery}?flow=${flow}`, { method: 'code', email: ada.email })
  await consolePage.goto(`${home.root}/messages`)
  await consolePage.getByLabel('Recipient').fill(ada.email)
  await consolePage.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(consolePage.getByRole('row').filter({ hasText: ada.email })).toContainText('Code to recover an account')
  await consolePage.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
  await expect(consolePage).toHaveURL(/\/messages\/[^/?]+$/)
  await expect(consolePage.getByText('recovery_code_valid')).toBeVisible()
  // Development mode shows data that production hides.
  await expect(consolePage.getByRole('group', { name: 'Text' })).toContainText(/\d{6}/)
  await consolePage.goto(`${home.root}/people/${id}`)
  await consolePage.getByRole('button', { name: 'Send verification' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText(`A new verification was sent to ${ada.email}`)
  await consolePage.getByRole('link', { name: 'Mark as verified' }).click()
  await consolePage.getByRole('alertdialog').getByLabel('Reason').fill('showed the letter')
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Mark as verified' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText(`${ada.email} is marked as verified`)
  await expect(consolePage.locator('#addresses').getByText('Verified', { exact: true })).toBeVisible()
  expect(JSON.stringify(await home.call('GET', '/audit'))).toContain('showed the letter')
  await consolePage
    .getByRole('link', { name: /^Messages/ })
    .last()
    .click()
  await expect(consolePage.getByRole('row').filter({ hasText: 'Code to verify an address' })).toContainText('Sent')
})

inEveryWay(() => {
  test('a phone shows the first person at once @people-phone-1', async ({ consolePage, home, visitor }) => {
    const { hands } = visitor
    await consolePage.setViewportSize({ width: 360, height: 640 })
    await home.account(newPerson('ada'))
    await consolePage.goto(`${home.root}/people`)
    const box = await consolePage.locator('tbody tr').first().boundingBox()
    expect(box?.y).toBeLessThanOrEqual(260)
    // Filters, order and columns are behind one button, which says how many filters are set.
    await hands.press(consolePage.locator('summary').filter({ hasText: 'Filters' }))
    await consolePage.getByRole('combobox', { name: 'State' }).selectOption('Active')
    await consolePage.getByRole('combobox', { name: 'Order' }).selectOption({ index: 1 })
    await hands.press(consolePage.getByRole('button', { name: 'Apply' }))
    await expect(consolePage).toHaveURL(/state=active/)
    await expect(consolePage).toHaveURL(/order=/)
    await expect(consolePage.locator('summary').filter({ hasText: 'Filters (1)' })).toBeVisible()
    for (const [list, count] of [
      ['sessions', 'Filters (1)'],
      ['messages', 'Filters'],
    ] as const) {
      await consolePage.goto(`${home.root}/${list}`)
      const button = consolePage.locator('summary').filter({ hasText: count })
      const search = consolePage.getByRole('searchbox')
      await expect(button).toBeVisible()
      // Beside each other.
      expect((await button.boundingBox())?.y).toBe((await search.boundingBox())?.y)
    }
  })
})
