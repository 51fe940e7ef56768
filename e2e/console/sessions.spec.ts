import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('a session that is ended is over for the person; so are all of them', async ({ consolePage, home }) => {
  const ada = newPerson('ada')
  const id = await home.account(ada)
  const [first, second] = [await session(home.origin, ada), await session(home.origin, ada)]
  await consolePage.goto(`${home.root}/people/${id}`)
  await consolePage
    .getByRole('navigation', { name: /^Parts of the account/ })
    .getByRole('link', { name: /^Sessions/ })
    .click()
  await consolePage.locator('#sessions').getByRole('button', { name: 'Extend' }).first().click()
  await expect(consolePage.getByTestId('notice')).toContainText('was extended')
  await consolePage.locator('#sessions').getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(consolePage.getByTestId('notice')).toContainText(`The session of ${ada.email} was ended`)
  const alive = [await whoami(home.origin, first), await whoami(home.origin, second)]
  expect(alive.toSorted((a, b) => a - b)).toEqual([200, 401])
  await consolePage.getByRole('link', { name: 'Sign out everywhere' }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('were ended')
  expect([await whoami(home.origin, first), await whoami(home.origin, second)]).toEqual([401, 401])
})

test('a session is ended from the list of the project, names its person, and keeps its row @console-sessions-1', async ({
  consolePage,
  home,
}) => {
  const [ada, grace] = [newPerson('ada'), newPerson('grace')]
  await home.account(grace)
  await home.account(ada)
  const other = await session(home.origin, grace)
  const token = await session(home.origin, ada)
  await consolePage.goto(`${home.root}/sessions`)
  const row = consolePage.getByRole('row').filter({ hasText: ada.email })
  const below = consolePage.getByRole('row').filter({ hasText: grace.email })
  const before = await below.boundingBox()
  const button = row.getByRole('button', { name: 'Sign out', exact: true })
  // The buttons of all rows say the same: each description names the person and the device of its session.
  await expect(button).toHaveAccessibleDescription(new RegExp(`^${ada.email}, \\S`))
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  await button.click()
  await expect(consolePage.getByTestId('notice')).toContainText(`The session of ${ada.email} was ended`)
  expect(await whoami(home.origin, token)).toBe(401)
  await expect(row).toHaveAttribute('data-look', 'gone')
  await expect(row.getByRole('button')).toHaveCount(0)
  // No row moved: a second press on the same spot ends no other session.
  expect((await below.boundingBox())?.y).toBe(before?.y)
  await consolePage.mouse.click(x + width / 2, y + height / 2)
  expect(await whoami(home.origin, other)).toBe(200)
  await consolePage.goto(`${home.root}/sessions`)
  await expect(row).toHaveCount(0)
  await consolePage.getByRole('link', { name: 'Remove filter State: Active' }).click()
  await expect(row).toContainText('Ended')
})

inWays(['script', 'keyboard'], () => {
  test('sessions are found by their person, and filtered by state @console-sessions-2', async ({
    consolePage,
    visitor: { hands },
    home,
  }) => {
    const [ada, grace] = [newPerson('ada'), newPerson('grace')]
    const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ádá', last: 'Løvelace' } } })
    await home.account(grace)
    const tokens = [await session(home.origin, ada), await session(home.origin, ada)]
    await session(home.origin, grace)
    const rows = consolePage.locator('tbody tr')
    const search = consolePage.getByLabel('Search', { exact: true })
    const submit = consolePage.getByRole('search').getByRole('button', { name: 'Search', exact: true })
    await consolePage.goto(`${home.root}/sessions`)
    await hands.fill(search, ada.email)
    await hands.press(submit)
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: grace.email })).toHaveCount(0)
    await consolePage.goto(`${home.root}/sessions?q=${id}`)
    await expect(rows).toHaveCount(2)

    await hands.press(rows.first().getByRole('button', { name: 'Sign out', exact: true }))
    await expect(consolePage.getByTestId('notice')).toContainText('was ended')
    await expect(consolePage).toHaveURL(new RegExp(`q=${id}`))
    await expect(rows).toHaveCount(2)
    const alive = await Promise.all(tokens.map((token) => whoami(home.origin, token)))
    expect(alive.toSorted((one, other) => one - other)).toEqual([200, 401])

    await hands.press(consolePage.getByRole('link', { name: 'Remove filter State: Active' }))
    await hands.press(consolePage.locator('summary').filter({ hasText: 'State' }))
    await hands.press(consolePage.getByRole('link', { name: 'Ended', exact: true }))
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Ended')

    await consolePage.goto(`${home.root}/sessions?q=no-one-is-called-so`)
    await expect(consolePage.getByText('No sessions match.')).toBeVisible()
    await hands.press(consolePage.getByRole('link', { name: 'Show all' }).first())
    await expect(rows.filter({ hasText: grace.email })).toHaveCount(1)
  })
})
