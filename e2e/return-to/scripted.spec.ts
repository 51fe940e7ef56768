import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import { secondTab } from '../visitor.ts'
import { appAddress, endOf, expectedEnd, type Site, startOf } from './ends.ts'
import { expect, test } from './fixtures.ts'
import { plainBrowser } from './plain-browser.ts'
import { plays } from './plays.ts'
import { scriptedBrowser } from './scripted-browser.ts'
import { cells, journeys, type Journey, type ReturnKind } from '@gatehouse/testing/journeys'
import { createSharding } from '@gatehouse/testing/shard'

// It takes a second window.
const twoTabs: Journey = 'sign in, signed in by another tab meanwhile'
const ofShard = createSharding()
const kinds: ReadonlySet<ReturnKind> = new Set(['foreign', 'scheme', 'forbidden'])

for (const { journey } of journeys.filter((row) => row.journey !== twoTabs)) {
  const own = ofShard(
    cells.filter(({ row, entrance, given }) => row.journey === journey && entrance === 'page' && kinds.has(given.kind)),
  )
  test(`${journey}: where script runs, a return_to is followed or refused as well`, async ({
    page,
    context,
    gateway: { origin },
    gateways,
    application,
  }) => {
    test.slow()
    const site: Site = { origin, application }
    const browser = await scriptedBrowser(page)
    for (const cell of own) {
      // oxlint-disable no-await-in-loop -- one window shows one page at a time
      await context.clearCookies()
      const shown = await plays[journey]({
        browser,
        another: () => plainBrowser(origin),
        person: newPerson('returning'),
        post: gateways.post(origin),
        start: startOf(cell, site),
      })
      expect.soft(endOf(shown, cell, site), cell.given.kind).toBe(expectedEnd(cell, site))
      // oxlint-enable no-await-in-loop
    }
  })
}

test('the second of two tabs leads to the application once the first has signed in', async ({
  visitor,
  person,
  application,
  request,
}) => {
  await createAccount(request, visitor.origin, person)
  const query = `?${new URLSearchParams({ return_to: application.callback })}`
  const login = loginPage(visitor)
  await login.open(query)
  const other = await secondTab(visitor)
  await loginPage(other).open()
  await loginPage(other).signIn(person.email, person.password)
  await expect(other.page).toHaveURL(`${visitor.origin}/`)
  await login.signIn(person.email, person.password)
  await expect(visitor.page).toHaveURL(application.callback)
})

test('a form that has opened an app comes to rest, and offers to open it again', async ({
  visitor,
  person,
  request,
}) => {
  await createAccount(request, visitor.origin, person)
  const { page } = visitor
  const back = `${appAddress}here?note=7`
  const login = loginPage(visitor)
  await login.open(`?${new URLSearchParams({ return_to: back })}`)
  await login.signIn(person.email, person.password)
  const again = page.getByTestId('open-again')
  await expect(again).toHaveAttribute('href', back)
  await expect(page.getByTestId('departed')).toBeFocused()
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  const asked: string[] = []
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  devtools.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url))
  await again.click()
  await expect.poll(() => asked).toContain(back)
})
