import type { Locator, Page } from '@playwright/test'
import { inWays } from '../ways.ts'
import { newPerson } from '../service/people.ts'
import { expect, test } from './fixtures.ts'

/** Works a page of the console: with the pointer, or by the keyboard alone, walking as a person does. */
function handsOn(page: Page, means: 'pointer' | 'keyboard') {
  const walkTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    const isThere = () => target.evaluate((element) => element === document.activeElement)
    for (let steps = 0; steps < 150 && !(await isThere()); steps += 1) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  if (means === 'pointer') {
    return {
      press: (target: Locator) => target.click(),
      write: (target: Locator, text: string) => target.fill(text),
      flip: (target: Locator) => target.click(),
    }
  }
  return {
    press: async (target: Locator) => {
      await walkTo(target)
      await page.keyboard.press('Enter')
    },
    write: async (target: Locator, text: string) => {
      await walkTo(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    flip: async (target: Locator) => {
      await walkTo(target)
      await page.keyboard.press('Space')
    },
  }
}

inWays(['noScript', 'keyboard'], () => {
  test('an operator makes a project, adds a person, changes the configuration, and makes and revokes a key', async ({
    desk,
    workspace,
    means,
  }) => {
    test.slow()
    const { press, write, flip } = handsOn(desk, means)
    const link = (name: string) => desk.getByRole('link', { name, exact: true })
    const button = (name: string) => desk.getByRole('button', { name, exact: true })
    const notice = desk.getByTestId('notice')
    const menu = (name: string) => desk.getByRole('list', { name: 'Project' }).getByRole('link', { name })
    const heading = desk.getByRole('heading', { level: 1 })

    await desk.goto(workspace)
    await press(link('New project'))
    await write(desk.getByLabel('Name'), 'Corner Shop')
    await press(button('Create project'))
    await expect(notice).toContainText('Corner Shop is on the air')
    await expect(heading).toHaveText('Corner Shop')

    await press(menu('People'))
    await press(link('New account'))
    const { email } = newPerson('grace')
    await write(desk.getByLabel('E-mail'), email)
    await write(desk.getByLabel('Reason'), 'she asked by phone')
    await press(button('Create'))
    await expect(heading).toHaveText(email)

    await press(menu('Configuration'))
    const signUp = desk.getByLabel('People can sign up by themselves')
    await expect(signUp).toBeChecked()
    await flip(signUp)
    await press(desk.locator('[data-intent=sign_up]').getByRole('button', { name: 'Review the change' }))
    await expect(desk.getByRole('row', { name: /added/ })).toContainText(['enabled: false'])
    await press(button('Save'))
    await expect(notice).toContainText('counts from now on')
    await expect(signUp).not.toBeChecked()

    await press(menu('API keys'))
    await write(desk.getByLabel('Name'), 'Deployments')
    await press(button('Create key'))
    await expect(desk.getByLabel('API key')).toHaveValue(/^gpk_/)
    const row = desk.getByRole('row').filter({ hasText: 'Deployments' })
    await press(row.getByRole('link', { name: 'Revoke' }))
    const question = desk.getByRole('alertdialog').or(desk.getByRole('dialog'))
    await press(question.getByRole('button', { name: 'Revoke' }))
    await expect(notice).toContainText('was revoked')
    await expect(row).toHaveCount(0)
  })
})
