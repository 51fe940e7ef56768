import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'

test('leaving with unsaved changes asks first, on the page itself, and leaving without does not @unsaved-changes-1', async ({
  visitor,
  person,
}) => {
  const { page, hands } = visitor
  await createAccount(page.request, visitor.origin, person)
  const settings = settingsPage(visitor)
  const account = accountFrame(visitor)
  const last = settings.profile.field('traits.name.last')
  await settings.open('profile')
  await untilAwake(page, true)
  await account.to('/sessions')
  await expect(account.title).toHaveText('Devices')

  await account.to('/settings')
  await settings.choose('profile')
  await settings.profile.fill({ 'traits.name.last': 'Unsaved' })
  await account.ask('/sessions')
  await expect(settings.question).toContainText('aren’t saved')
  await expect(page.getByTestId('stay')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings.question).toHaveCount(0)
  await expect(last).toHaveValue('Unsaved')

  await hands.press(page.getByTestId('all-settings'))
  await hands.press(page.getByTestId('stay'))
  await expect(last, 'the list is another part, too').toHaveValue('Unsaved')
  await account.ask('/sessions')
  await hands.press(page.getByTestId('leave'))
  await expect(account.title).toHaveText('Devices')

  await account.to('/settings')
  await settings.changeName('Vera', 'Saved')
  await account.to('/sessions')
  await expect(account.title).toHaveText('Devices')
})
