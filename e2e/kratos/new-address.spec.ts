import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('a new address leads to its confirmation, without a hook for it', async ({ visitor, person }) => {
    await createAccount(visitor.page.request, visitor.origin, person)
    const { email } = newPerson('moved')
    const settings = settingsPage(visitor)
    await settings.open('profile')
    await settings.profile.fill({ 'traits.email': email })
    await settings.profile.send('traits.email', 'profile')
    await verificationPage(visitor).confirm(email)
    await accountFrame(visitor).to('/settings')
    await settings.choose('profile')
    await expect(settings.profile.field('traits.email')).toHaveValue(email)
  })
})
