import { inWays } from '../ways.ts'
import { newPerson } from '../service/people.ts'
import { expect, test } from './fixtures.ts'

inWays(['noScript', 'keyboard'], () => {
  test('an operator makes a project, adds a person, changes the configuration, and makes and revokes a key', async ({
    consolePage,
    workspace,
    visitor: { hands },
  }) => {
    test.slow()
    const link = (name: string) => consolePage.getByRole('link', { name, exact: true })
    const button = (name: string) => consolePage.getByRole('button', { name, exact: true })
    const notice = consolePage.getByTestId('notice')
    const menu = (name: string) => consolePage.getByRole('navigation').getByRole('link', { name })
    const heading = consolePage.getByRole('heading', { level: 1 })

    await consolePage.goto(workspace)
    await hands.press(link('New project'))
    await hands.fill(consolePage.getByLabel('Name', { exact: true }), 'Corner Shop')
    await hands.press(button('Create project'))
    await expect(notice).toContainText('Corner Shop is live')
    await expect(heading).toHaveText('Corner Shop')

    await hands.press(menu('People'))
    await hands.press(link('Add person'))
    const { email } = newPerson('grace')
    await hands.fill(consolePage.getByRole('textbox', { name: 'Email', exact: true }), email)
    await hands.fill(consolePage.getByLabel('Reason'), 'she asked by phone')
    await hands.press(button('Create account'))
    await expect(heading).toHaveText(email)

    await hands.press(menu('Configuration'))
    const signUp = consolePage.getByLabel('People can sign up')
    await expect(signUp).toBeChecked()
    await hands.press(signUp)
    await hands.press(button('Review changes'))
    await expect(consolePage.getByRole('row', { name: /added/ })).toContainText(['enabled: false'])
    await hands.press(button('Save'))
    await expect(notice).toContainText('configuration is live')
    await expect(signUp).not.toBeChecked()

    await hands.press(menu('API keys'))
    await hands.fill(consolePage.getByLabel('Name', { exact: true }), 'Deployments')
    await hands.press(button('Create key'))
    await expect(consolePage.getByLabel('API key')).toHaveValue(/^gpk_/)
    const row = consolePage.getByRole('row').filter({ hasText: 'Deployments' })
    await hands.press(row.getByRole('link', { name: 'Revoke' }))
    const question = consolePage.getByRole('alertdialog').or(consolePage.getByRole('dialog'))
    await hands.press(question.getByRole('button', { name: 'Revoke' }))
    await expect(notice).toContainText('was revoked')
    await expect(row).toHaveCount(0)
  })
})
