import type { Locator, Page } from '@playwright/test'
import type { FileOfAPerson, Hands } from '../hands/hands.ts'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { register, session, trySignIn, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { askProject } from './project-address.ts'

/** One action: something is pressed, typed, or handed to a field. Moving the focus with Tab is none. */
type Step = (
  | { readonly press: Locator }
  | { readonly type: string; readonly into: Locator }
  | { readonly hand: FileOfAPerson; readonly to: Locator }
) & {
  /** Checks the page before the next action. */
  readonly shows?: () => Promise<void>
}

/** TABLE: the most frequent tasks of operators, each from the overview, and the most actions that each may take. */
const limits = {
  'find by half a name': 2,
  'suspend three': 5,
  'why a sign-in failed': 2,
  'end a session, and undo it': 4,
  'turn a method on': 4,
  'change the logo': 4,
} as const

/** Does a task, step by step: none may have more than its row allows. */
async function doTask(task: keyof typeof limits, hands: Hands, steps: readonly Step[]): Promise<void> {
  expect(steps.length, task).toBeLessThanOrEqual(limits[task])
  for (const step of steps) {
    if ('press' in step) await hands.press(step.press)
    else if ('type' in step) await hands.fill(step.into, step.type)
    else await hands.attach(step.to, step.hand)
    await step.shows?.()
  }
}

const nav = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
const search = (page: Page) => page.getByLabel('Search', { exact: true })
const found = (page: Page) => () => expect(page).toHaveURL(/[?&]q=/)

const picture = {
  name: 'northwind.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M4 4h24v24z"/></svg>'),
}

inWays(['script', 'keyboard'], () => {
  test('a person is found by half a name, several are suspended @few-actions-1', async ({
    consolePage: page,
    visitor: { hands },
    home,
  }) => {
    const tag = `wex${Date.now().toString(36)}`
    const made = ['Jöran', 'Göran', 'Sören'].map((first) => ({ first, person: newPerson(tag) }))
    const ids = await Promise.all(
      made.map(({ first, person }) =>
        home.account(person, { traits: { email: person.email, name: { first, last: `${tag}ström` } } }),
      ),
    )
    await page.goto(home.root)
    // Without its accents.
    await doTask('find by half a name', hands, [
      { press: nav(page, 'People') },
      { type: `joran ${tag}st`, into: search(page), shows: found(page) },
    ])
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody tr')).toContainText('Jöran')

    const everybody = page.getByRole('form', { name: 'Actions for all people found' })
    await page.goto(home.root)
    await doTask('suspend three', hands, [
      { press: nav(page, 'People') },
      {
        type: `${tag}strom`,
        into: search(page),
        shows: async () => {
          await found(page)()
          await expect(everybody).toContainText('All 3 found')
        },
      },
      {
        press: everybody.getByRole('button', { name: 'Suspend' }),
        shows: async () => {
          for (const { first } of made) await expect(page.getByTestId('meant')).toContainText(first)
        },
      },
      { press: page.getByRole('button', { name: 'Suspend' }) },
    ])
    // In place: the search and its people are on the page, with the result and the undo.
    const notice = page.getByTestId('notice')
    await expect(notice).toContainText('3 people suspended')
    await expect(page).toHaveURL(new RegExp(`/people\\?q=${tag}strom$`))
    const stateOf = (id: string) => home.call('GET', `/admin/identities/${id}`)
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'inactive' })
    await expect(page.locator('tbody tr').filter({ hasText: 'Suspended' })).toHaveCount(3)
    await hands.press(notice.getByRole('button', { name: 'Undo' }))
    await expect(notice).toContainText('3 people reactivated')
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'active' })
    await expect(page.locator('tbody tr').filter({ hasText: 'Suspended' })).toHaveCount(0)
  })

  test('a sign-in says why it failed @few-actions-2', async ({ consolePage: page, visitor: { hands }, newProject }) => {
    const shop = await newProject('Failed')
    const ada = newPerson('ada')
    await register(shop.origin, ada)
    await trySignIn(shop.origin, { ...ada, password: 'not-the-Password-9' })
    const failure = page.locator('[data-type=LoginFailed]')
    await page.goto(shop.root)
    await doTask('why a sign-in failed', hands, [
      {
        press: page.getByRole('link', { name: 'All failed sign-ins' }),
        shows: () => expect(failure).toContainText(`${ada.email} could not sign in with a password: wrong password`),
      },
      { press: failure.locator('summary') },
    ])
    await expect(failure.locator('dl')).toContainText('wrong password')
  })

  test('a session is over at once, and back by Undo @few-actions-3', async ({
    consolePage: page,
    visitor: { hands },
    home,
  }) => {
    const ada = newPerson('ada')
    await home.account(ada)
    const token = await session(home.origin, ada)
    const notice = page.getByTestId('notice')
    const row = page.getByRole('row').filter({ hasText: ada.email })
    await page.goto(home.root)
    await doTask('end a session, and undo it', hands, [
      { press: nav(page, 'Sessions') },
      { type: ada.email, into: search(page), shows: found(page) },
      {
        press: row.getByRole('button', { name: 'Sign out' }),
        shows: async () => {
          await expect(notice).toContainText(`The session of ${ada.email} was ended`)
          expect(await whoami(home.origin, token)).toBe(401)
          // The pressed button is gone: the focus is on the notice.
          await expect(notice).toBeFocused()
        },
      },
      { press: notice.getByRole('button', { name: 'Undo' }) },
    ])
    await expect(notice).toContainText(`The session of ${ada.email} was restored`)
    await expect(notice).toBeFocused()
    expect(await whoami(home.origin, token)).toBe(200)
    await expect(row.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(page).not.toHaveURL(/ended=/)
  })

  test('a method is turned on @few-actions-4', async ({ consolePage: page, visitor: { hands }, newProject }) => {
    await page.goto((await newProject('Method')).root)
    await doTask('turn a method on', hands, [
      { press: nav(page, 'Configuration') },
      { press: page.getByRole('switch', { name: 'Providers' }) },
      {
        press: page.getByRole('button', { name: 'Review changes' }),
        shows: () => expect(page.getByTestId('changes')).toContainText('Providers'),
      },
      { press: page.getByRole('button', { name: 'Save' }) },
    ])
    await expect(page.getByTestId('notice')).toContainText('configuration is live')
  })

  test('the logo is changed @few-actions-5', async ({
    consolePage: page,
    visitor: { hands },
    newProject,
    complaints,
  }) => {
    // The browser complains of the scripts that the harness itself puts into every frame; pages there have no script.
    complaints.expect(/Blocked script execution in/)
    const shop = await newProject('Logo')
    await page.goto(shop.root)
    await doTask('change the logo', hands, [
      { press: nav(page, 'Branding') },
      { hand: picture, to: page.getByLabel('Logo', { exact: true }) },
      { press: page.getByRole('button', { name: 'Publish', exact: true }) },
    ])
    await expect(page.getByTestId('notice')).toContainText('People see it now')
    expect((await askProject(`${shop.origin}/login`)).text).toMatch(/\/brand\/[\w-]{16}\.svg/)
  })
})

// Without script a search is sent by its button, which the table of actions doesn't count.
inWays(['noScript'], () => {
  test('a mistaken action is undone @few-actions-6', async ({ consolePage: page, visitor: { hands }, home }) => {
    const tag = `zed${Date.now().toString(36)}`
    const [ada, eve] = [newPerson(tag), newPerson(tag)]
    const ids = await Promise.all([ada, eve].map((one) => home.account(one)))
    const token = await session(home.origin, ada)
    const notice = page.getByTestId('notice')
    const undo = notice.getByRole('button', { name: 'Undo' })

    await page.goto(`${home.root}/sessions?q=${ada.email}`)
    await hands.press(page.getByRole('button', { name: 'Sign out' }))
    await expect(notice).toContainText(`The session of ${ada.email} was ended`)
    expect(await whoami(home.origin, token)).toBe(401)
    await hands.press(undo)
    await expect(notice).toContainText(`The session of ${ada.email} was restored`)
    expect(await whoami(home.origin, token)).toBe(200)

    await page.goto(`${home.root}/people?q=${tag}`)
    await hands.press(page.getByRole('form', { name: 'Actions for all people found' }).getByText('Suspend'))
    await hands.press(page.getByRole('button', { name: 'Suspend' }))
    await expect(notice).toContainText('2 people suspended')
    const stateOf = (id: string) => home.call('GET', `/admin/identities/${id}`)
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'inactive' })
    await hands.press(undo)
    await expect(notice).toContainText('2 people reactivated')
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'active' })
  })
})
