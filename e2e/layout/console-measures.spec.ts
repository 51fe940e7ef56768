import { session } from '../console/accounts.ts'
import { firstWorkspace } from '../console/control.ts'
import { expect, test } from '../console/fixtures.ts'
import { newPerson } from '../service/people.ts'

test('a full person is seen whole on one screen @console-measures-1', async ({ consolePage, newProject }) => {
  const shop = await newProject('Shop')
  const grace = newPerson('grace.hopper')
  const acme = await shop.call<{ id: string }>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
  const address = { value: grace.email, via: 'email', verified: true, status: 'completed' }
  const id = await shop.account(grace, {
    traits: { email: grace.email, name: { first: 'Grace', last: 'Hopper' } },
    verifiable_addresses: [address],
    external_id: 'crm-10418',
    metadata_public: { plan: 'gold', seats: 12 },
    metadata_admin: { account: 'Northwind' },
    organization_id: acme.id,
  })
  for (let visit = 0; visit < 4; visit += 1) await session(shop.origin, grace)
  await consolePage.setViewportSize({ width: 1440, height: 900 })
  await consolePage.goto(`${shop.root}/people/${id}`)
  for (const seen of ['crm-10418', 'gold', 'Acme', 'All activity']) {
    await expect(consolePage.getByText(seen).first()).toBeVisible()
  }
  expect(await consolePage.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
})

test('a window shows sixteen people whole, each in one line @console-measures-4', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Shop')
  await Promise.all(Array.from({ length: 20 }, (_, index) => shop.account(newPerson(`somebody-${index}`))))
  await consolePage.setViewportSize({ width: 1440, height: 900 })
  await consolePage.goto(`${shop.root}/people`)
  const rows = consolePage.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  const ends = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
  expect(ends.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(16)
})

test('the name of a person has a fifth of the list of sessions, however wide the window is @console-measures-5', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Shop')
  const ada = newPerson('ada')
  await shop.account(ada)
  await session(shop.origin, ada)
  for (const width of [1024, 1280, 1440]) {
    await consolePage.setViewportSize({ width, height: 900 })
    await consolePage.goto(`${shop.root}/sessions`)
    const table = consolePage.getByRole('table')
    const [all, name] = await Promise.all([table.boundingBox(), table.locator('tbody th').first().boundingBox()])
    expect.soft((name?.width ?? 0) / (all?.width ?? 1), `at ${width}`).toBeGreaterThan(0.2)
  }
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('a name in Latin letters that is too long for its column is cut at its own end @console-measures-6', async ({
    consolePage,
    newProject,
  }) => {
    const shop = await newProject('Shop')
    const label = 'The International Federation of Amateur Radio and Meteorological Societies of the Northern Seas'
    await shop.call('POST', '/organizations', { label, domains: ['a-very-long-name-of-a-domain.federation.example'] })
    await consolePage.setViewportSize({ width: 1024, height: 800 })
    await consolePage.goto(`${shop.root}/organizations`)
    const beyond = consolePage
      .locator('tbody bdi')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().left - (one.closest('td, th')?.getBoundingClientRect().left ?? 0)),
      )
    expect(await beyond).toHaveLength(2)
    for (const start of await beyond) expect(start).toBeGreaterThanOrEqual(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the tabs of a person stay in sight @console-measures-8', async ({ consolePage, newProject }) => {
    const shop = await newProject('Shop')
    const ada = await shop.account(newPerson('ada'))
    await consolePage.goto(`${shop.root}/people/${ada}`)
    await consolePage.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const tabs = consolePage.getByRole('navigation', { name: /ada/i })
    await expect(tabs).toBeInViewport({ ratio: 1 })
    await tabs.getByRole('link', { name: 'JSON' }).click()
    await expect(consolePage.locator('pre')).toBeVisible()
  })

  test('the button that copies a sample leaves the sample readable @console-measures-7', async ({
    consolePage,
    home,
  }) => {
    await consolePage.goto(`${home.root}/people/import`)
    const block = consolePage.locator('pre').first()
    const button = await consolePage.locator('pre + div button').first().boundingBox()
    const text = await block.evaluate((pre) => {
      const range = document.createRange()
      range.selectNodeContents(pre)
      return range.getBoundingClientRect().top
    })
    expect(text).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0))
  })

  test('a row of a list is a card of two lines, and fifty people take no more than five screens @console-measures-2', async ({
    consolePage,
    newProject,
    control,
    workspace,
  }) => {
    const shop = await newProject('Shop')
    const ada = newPerson('ada')
    await shop.account(ada)
    await session(shop.origin, ada)
    const grace = await shop.account(newPerson('grace'))
    await shop.call('POST', '/jobs', { action: 'deactivate', identity_ids: [grace] })
    const invited = { invitee_email: newPerson('invited').email, role: 'viewer' }
    const { id } = await firstWorkspace(control)
    await control('POST', `/workspaces/${id}/invites`, invited)
    const create = (index: number) =>
      shop.call('POST', '/admin/identities', {
        schema_id: 'person',
        traits: {
          email: newPerson(`person-${index}`).email,
          name: { first: 'Somebody', last: `Of the list ${index}` },
        },
      })
    for (let made = 0; made < 50; made += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => create(made + index)))
    }
    const heights = () =>
      consolePage.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    await consolePage.goto(`${shop.root}/people`)
    expect(await heights()).toHaveLength(50)
    expect(await consolePage.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3_600)
    for (const list of ['people', 'sessions', 'messages', 'jobs']) {
      await consolePage.goto(`${shop.root}/${list}`)
      const tall = (await heights()).filter((height) => height > 72)
      expect.soft(tall, list).toEqual([])
    }
    await consolePage.goto(`${workspace}/members`)
    const invitation = await consolePage.locator('#invitations tbody tr').first().boundingBox()
    expect.soft(invitation?.height, 'an invitation and its button').toBeLessThan(100)
  })

  test('a card says the headings of its facts to screen readers alone @console-measures-3', async ({
    consolePage,
    newProject,
  }) => {
    const shop = await newProject('Shop')
    const ada = newPerson('ada')
    await shop.account(ada)
    await session(shop.origin, ada)
    await consolePage.goto(`${shop.root}/sessions`)
    const cell = consolePage.locator('tbody tr td').first()
    await expect(consolePage.getByRole('cell', { name: /^Device ./ })).toBeVisible()
    const [said, fact] = await cell.evaluate((td) =>
      [...td.children].map((part) => getComputedStyle(part).clipPath !== 'none'),
    )
    expect([said, fact]).toEqual([true, false])
  })
})
