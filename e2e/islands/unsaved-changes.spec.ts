import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'

test('saving one part of the settings leaves what was typed into another @unsaved-changes-1', async ({
  visitor,
  person,
}) => {
  const { page } = visitor
  await createAccount(page.request, visitor.origin, person)
  const settings = settingsPage(visitor)
  await settings.open()
  await untilAwake(page, true)
  await settings.profile.fill({ 'traits.name.last': 'Unsaved' })
  await settings.changePassword('copper-kettle-sings-31')
  await expect(settings.profile.field('traits.name.last')).toHaveValue('Unsaved')
  await expect(settings.password.field('password')).toHaveValue('')
})

test('leaving with unsaved changes asks first, and leaving without does not', async ({ visitor, person }) => {
  const { page } = visitor
  await createAccount(page.request, visitor.origin, person)
  const settings = settingsPage(visitor)
  const account = accountFrame(visitor)
  const asked: string[] = []
  let answer = false
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void (answer ? dialog.accept() : dialog.dismiss())
  })
  await settings.open()
  await untilAwake(page, true)
  await account.to('/sessions')
  await expect(account.title).toHaveText('Devices')
  expect(asked).toEqual([])

  await account.to('/settings')
  await settings.profile.fill({ 'traits.name.last': 'Unsaved' })
  await account.to('/sessions')
  await expect.poll(() => asked).toEqual(['confirm'])
  await expect(settings.profile.field('traits.name.last')).toHaveValue('Unsaved')
  answer = true
  await account.to('/sessions')
  await expect(account.title).toHaveText('Devices')

  await account.to('/settings')
  await settings.changeName('Vera', 'Saved')
  asked.length = 0
  await account.to('/sessions')
  await expect(account.title).toHaveText('Devices')
  expect(asked).toEqual([])
})
