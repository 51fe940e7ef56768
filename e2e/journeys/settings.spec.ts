import { expect, test } from '../fixtures.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test.beforeEach(async ({ visitor, person }) => {
    await createAccount(visitor.page.request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
  })

  test('a name is saved on the spot, although the address is not confirmed yet', async ({ visitor }) => {
    const settings = settingsPage(visitor)
    await settings.open()
    await settings.changeName('Nora', 'Night')
    await expect(visitor.page).toHaveURL(/\/settings/)
    await expect(settings.profile.field('traits.name.first')).toHaveValue('Nora')
  })
})
