import type { Locator } from '@playwright/test'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'

/** No task below takes more than this, from the overview: an action is a press, or something that is typed. */
const most = 4

inWays(['script', 'keyboard'], () => {
  test('a person is found, several are suspended, a session is ended: in four actions each @few-actions-1', async ({
    consolePage,
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
    const [joran] = made
    const token = await session(home.origin, joran?.person ?? newPerson())
    const count = async (task: readonly (() => Promise<void>)[]) => {
      expect(task.length).toBeLessThanOrEqual(most)
      await consolePage.goto(home.root)
      for (const act of task) await act()
    }
    const nav = (name: string) => consolePage.getByRole('navigation').getByRole('link', { name, exact: true }).first()
    const press = (what: Locator) => () => hands.press(what)
    const search = consolePage.getByLabel('Search', { exact: true })
    const type = (words: string) => async () => {
      await hands.fill(search, words)
      await expect(consolePage).toHaveURL(/[?&]q=/)
    }

    // Half of a name, without its accents.
    await count([press(nav('People')), type(`joran ${tag}st`)])
    await expect(consolePage.locator('tbody tr')).toHaveCount(1)
    await expect(consolePage.locator('tbody tr')).toContainText('Jöran')

    await count([press(nav('Sessions')), () => hands.press(rowOf(joran?.first ?? '').getByRole('button'))])
    await expect(consolePage.getByTestId('notice')).toContainText(`The session of Jöran ${tag}ström was ended`)
    expect(await whoami(home.origin, token)).toBe(401)

    const everybody = consolePage.getByRole('form', { name: 'Actions for all people found' })
    await count([
      press(nav('People')),
      async () => {
        await type(`${tag}strom`)()
        await expect(everybody).toContainText('All 3 found')
      },
      press(everybody.getByRole('button', { name: 'Suspend' })),
      async () => {
        for (const { first } of made) await expect(consolePage.getByTestId('meant')).toContainText(first)
        await hands.press(consolePage.getByRole('button', { name: 'Suspend' }))
      },
    ])
    await expect(consolePage.getByTestId('count-done')).toHaveText('3')
    for (const id of ids) expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({ state: 'inactive' })

    function rowOf(name: string) {
      return consolePage.getByRole('row').filter({ hasText: name })
    }
  })
})
