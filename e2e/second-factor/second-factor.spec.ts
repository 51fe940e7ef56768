import { totpCode } from '@gatehouse/testing/devices'
import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage, type FlowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createProvedAccount } from '../service/account.ts'
import { inboxOf } from '../service/post.ts'
import type { Visitor } from '../visitor.ts'
import { inEveryWay } from '../ways.ts'

/** Enters a code, which sends itself once it is complete and script runs. */
async function enter(visitor: Visitor, form: FlowPage, code: string) {
  await visitor.hands.fill(form.field('totp_code'), code)
  if (!visitor.scripted) await form.send('totp_code', 'totp')
}

inEveryWay(() => {
  test('an authenticator app and backup codes are set up, asked for, and taken away @second-factor-1', async ({
    visitor,
    person,
    engine,
  }) => {
    test.slow()
    const { page } = visitor
    // Ory Kratos tells neither times nor how many codes are left, and reports nothing.
    const isEmbedded = engine !== 'kratos'
    await createProvedAccount(visitor, person)
    const settings = settingsPage(visitor)
    await settings.open()
    await expect(settings.row('totp')).toContainText('Not set up')
    await expect(page.locator('main'), 'no secret before it is asked for').not.toContainText(/[A-Z2-7]{32}/)
    await settings.choose('totp')
    const app = flowPage(visitor, '#totp')
    const secret = await settings.secret()
    await expect(page.getByTestId('node/image/totp_qr')).toBeVisible()
    await expect(app.button('method', 'totp')).toHaveText('Turn on')
    await enter(visitor, app, totpCode(secret, Date.now()))
    await expect(settings.whole.message(1050001)).toHaveText('Authenticator app: set up.')
    if (isEmbedded) await expect(settings.row('totp')).toContainText('Never used')

    const order = await page.getByTestId(/^open\//).evaluateAll((all) => all.map((one) => one.dataset['testid']))
    await settings.choose('lookup_secret')
    const backup = flowPage(visitor, '#lookup_secret')
    await backup.press('lookup_secret_regenerate')
    const codes = page.getByTestId('node/text/lookup_secret_codes/lookup_secret')
    await expect(codes).toHaveCount(12)
    const [code = '', another = ''] = await codes.allInnerTexts()
    const file = await page.request.get(String(await page.getByTestId('codes-download').getAttribute('href')))
    expect(file.headers()['content-disposition']).toContain('attachment')
    expect(await file.text()).toContain(code)
    await backup.press('lookup_secret_confirm')
    const kept = page.locator('#codes-kept')
    await expect(kept, 'nothing counts before it was kept').toHaveAttribute('aria-invalid', 'true')
    await expect(backup.summary).toHaveAttribute('role', 'alert')
    await expect(codes, 'still shown').toHaveCount(12)
    await expect(kept).toBeFocused()
    await page.keyboard.press('Space')
    await backup.press('lookup_secret_confirm')
    if (isEmbedded) await expect(settings.row('lookup_secret')).toContainText('12 of 12 left')
    const shown = page.getByTestId(/^open\//)
    await expect(shown.first()).toBeVisible()
    expect(await shown.evaluateAll((all) => all.map((one) => one.dataset['testid'])), 'the order stays').toEqual(order)

    const account = accountFrame(visitor)
    const login = loginPage(visitor)
    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.message(1010004)).toBeVisible()
    // The code of this moment may be used up; the next one counts already.
    await enter(visitor, login, totpCode(secret, Date.now(), 1))
    await account.expectWelcome()

    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.field('totp_code'), 'one at a time, the one used last').toBeVisible()
    await expect(page.locator('main [data-part=person]')).toContainText(person.email)
    await expect(login.field('lookup_secret')).toHaveCount(0)
    await login.anotherWay('lookup_secret')
    await expect(login.field('totp_code')).toHaveCount(0)
    await login.fill({ lookup_secret: code })
    await login.press('method', 'lookup_secret')
    await account.expectWelcome()
    const notice = page.getByTestId('notice/used_code')
    if (isEmbedded) await expect(notice, 'there are enough').toHaveCount(0)
    else await expect(notice, 'how many there are is not told').toContainText('Each code works only once.')

    await login.open('?aal=aal2&refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.anotherWay('lookup_secret')
    await login.fill({ lookup_secret: another })
    await login.press('method', 'lookup_secret')
    await account.expectWelcome()

    await account.to('/settings')
    if (isEmbedded) await expect(settings.row('lookup_secret')).toContainText('10 of 12 left')
    await settings.choose('totp')
    await visitor.hands.press(page.getByTestId('remove/true'))
    const alone = isEmbedded ? 'recovery codes are removed along with it' : 'you’re locked out'
    await expect(settings.question.getByTestId('left'), 'codes alone run out').toContainText(alone)
    await visitor.hands.press(settings.question.getByTestId('keep'))
    await settings.choose('lookup_secret')
    await backup.press('lookup_secret_reveal')
    await expect(codes.first()).not.toHaveText(code)
    // Ory Kratos keeps the codes when the last other factor is removed, so the test removes them first.
    if (!isEmbedded) {
      await settings.remove()
      await expect(settings.whole.message(1050001)).toHaveText('Recovery codes: removed.')
    }
    await settings.choose('totp')
    await visitor.hands.press(page.getByTestId('remove/true'))
    await expect(settings.question).toContainText('without a second step')
    await visitor.hands.press(settings.question.getByTestId('keep'))
    await settings.remove()
    await expect(settings.row('totp')).toContainText('Not set up')
    await expect(settings.row('lookup_secret')).toContainText('Not set up')
    if (isEmbedded) {
      const sent = async () => (await inboxOf(visitor.origin, person.email)).map(({ template }) => template)
      const removals = async () => (await sent()).filter((template) => template === 'second_factor_removed').length
      await expect.poll(removals, 'one removal, one report').toBe(1)
    }
    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await account.expectWelcome()
  })

  test('an authenticator app confirms a person’s identity @second-factor-2', async ({ visitor, person }) => {
    await createProvedAccount(visitor, person)
    const settings = settingsPage(visitor)
    await settings.open('totp')
    const app = flowPage(visitor, '#totp')
    const secret = await settings.secret()
    await enter(visitor, app, totpCode(secret, Date.now()))
    await expect(settings.whole.message(1050001)).toBeVisible()
    const login = loginPage(visitor)
    await login.open('?aal=aal2&refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await enter(visitor, login, totpCode(secret, Date.now(), 1))
    await accountFrame(visitor).expectWelcome()
  })

  test('a person without a second step sets one up when it is asked for, and continues to the requested page @second-factor-7', async ({
    visitor,
    person,
  }) => {
    const { page, hands } = visitor
    await createProvedAccount(visitor, person)
    const wanted = `${visitor.origin}/sessions`
    await loginPage(visitor).open(`?${new URLSearchParams({ aal: 'aal2', return_to: wanted })}`)
    await hands.press(page.getByTestId('set-up-second'))
    await expect(page.locator('#second')).toBeInViewport()
    await hands.press(page.getByTestId('open/totp'))
    const settings = settingsPage(visitor)
    const secret = await settings.secret()
    await enter(visitor, flowPage(visitor, '#totp'), totpCode(secret, Date.now()))
    await expect(page).toHaveURL(wanted)
  })
})
