import type { Locator } from '@playwright/test'
import { browserLaunch } from '@gatehouse/testing/browser'
import { totpCode } from '@gatehouse/testing/devices'
import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { plugIn, withoutSuggestions } from '../passkey/authenticator.ts'
import { createAccount, createProvedAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { inWays } from '../ways.ts'

test.use({ launchOptions: browserLaunch('whole') })

/** One action of a person, the result on the page, and the element with the focus, if that is fixed. */
interface Act {
  readonly press: string
  /** The texts that are typed before, by the selector of each field. */
  readonly type?: Readonly<Record<string, string>>
  readonly shows: string
  readonly focus?: string
}

const open = (part: string) => `[data-testid="open/${part}"]`
const back = '[data-testid=all-settings]'
const saved = '[data-testid="ui/message/1050001"]'
const removal = '[role=dialog] button[type=submit], dialog button[type=submit]'

/** TABLE: acts of the settings, in an order in which one follows the other. */
// oxfmt-ignore
const inSettings: Readonly<Record<string, Act>> = {
  'another page':             { press: '[data-testid="nav/profile"]', shows: open('profile') },
  'the form of the profile':  { press: open('profile'), shows: '[name="traits.name.first"]' },
  'a saved profile':          { press: '[name=method][value=profile]', type: { '[name="traits.name.first"]': 'Nora' }, shows: saved },
  'back to the list':         { press: back, shows: open('profile') },
  'the other list':           { press: '[data-testid="nav/settings"]', shows: open('password') },
  'the form of the password': { press: open('password'), shows: '[name=password]' },
  'a refused password':       { press: '[name=method][value=password]', type: { '[name=password]': 'abc' }, shows: '[data-testid=error-summary]', focus: '[name=password]' },
  'a changed password':       { press: '[name=method][value=password]', type: { '[name=password]': 'eleven-lanterns-over-a-quiet-bay' }, shows: open('password') },
  'passkeys':                 { press: open('passkey'), shows: '[name=passkey_register_trigger]' },
  'a new passkey':            { press: '[name=passkey_register_trigger]', shows: '[data-testid=key]' },
  'a name to be changed':     { press: 'a[href*="rename="]', shows: '[data-testid=rename]', focus: '#key-name' },
  'a name kept':              { press: '[data-testid=rename] a', shows: 'a[href*="rename="]' },
  'a name once more':         { press: 'a[href*="rename="]', shows: '[data-testid=rename]', focus: '#key-name' },
  'a changed name':           { press: '[data-testid=rename] button', type: { '#key-name': 'Laptop' }, shows: 'h2:has-text("Laptop")' },
  'a question':               { press: 'a[data-testid^="remove/"]', shows: 'dialog' },
  'what is kept after all':   { press: '[data-testid=keep]', shows: 'a[data-testid^="remove/"]' },
  'the question again':       { press: 'a[data-testid^="remove/"]', shows: 'dialog' },
  'a passkey removed':        { press: removal, shows: saved },
  'the list after that':      { press: back, shows: open('lookup_secret') },
  'recovery codes':           { press: open('lookup_secret'), shows: '[name=lookup_secret_regenerate]' },
  'new recovery codes':       { press: '[name=lookup_secret_regenerate]', shows: '[data-testid=codes-download]' },
  'a tick that is missing':   { press: '[name=lookup_secret_confirm]', shows: '[data-testid=error-summary]', focus: '#codes-kept' },
}

/** TABLE: acts of the devices, with three that are signed in. */
// oxfmt-ignore
const ofDevices: Readonly<Record<string, Act>> = {
  'one device signed out':  { press: '#devices button[name=id] >> nth=0', shows: '#others' },
  'all devices':            { press: 'button[name=all]', shows: '[data-part=alert]' },
  'the overview':           { press: '[data-testid="nav/home"]', shows: '#check-up' },
  'all activity':           { press: '#sign-ins a[href="/activity"]', shows: 'h1:has-text("Activity")' },
  'data':                   { press: '[data-testid="nav/data"]', shows: '[name=confirm]' },
  'an end that is refused': { press: 'button[name=delete]', type: { '[name=confirm]': 'yes' }, shows: '[role=alert]', focus: '[name=confirm]' },
}

/** Does one after the other, and expects the focus somewhere on the page after each. */
async function walk({ page, hands, scripted }: Visitor, acts: Readonly<Record<string, Act>>): Promise<void> {
  for (const [name, { press, type = {}, shows, focus }] of Object.entries(acts)) {
    await test.step(name, async () => {
      for (const [field, text] of Object.entries(type)) await hands.fill(page.locator(field), text)
      await hands.press(page.locator(press).first())
      await expect(page.locator(shows).first()).toBeVisible()
      await untilAwake(page, scripted)
      await expectFocus(page.locator(focus ?? 'body'), focus !== undefined, name)
    })
  }
}

async function expectFocus(target: Locator, isThere: boolean, after: string): Promise<void> {
  await (isThere ? expect(target, after).toBeFocused() : expect(target, `after ${after}`).not.toBeFocused())
}

/** Runs in the page: what React draws apart from input waits until the router has its answer. */
function drawAfterAnswers(): void {
  const isMoving = () => {
    const router: { readonly state: { readonly navigation: { readonly state: string } } } | undefined = Reflect.get(
      window,
      '__reactRouterDataRouter',
    )
    return router !== undefined && router.state.navigation.state !== 'idle'
  }
  const later = (draw: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (isMoving() ? later(draw) : draw()))
    port1.start()
    port2.postMessage(null)
  }
  // React's scheduler takes it where there is one.
  Object.assign(window, { setImmediate: later })
}

inWays(['script', 'keyboard'], () => {
  test('whatever is done in the settings, the focus stays on the page @focus-3', async ({ visitor, person }) => {
    test.slow()
    await withoutSuggestions(visitor.page)
    await plugIn(visitor.page, 'built-in')
    await createProvedAccount(visitor, person)
    await settingsPage(visitor).open()
    await walk(visitor, inSettings)
    await visitor.hands.press(visitor.page.locator('#codes-kept'))
    await walk(visitor, {
      'kept codes': { press: '[name=lookup_secret_confirm]', shows: open('totp') },
      'an authenticator app': { press: open('totp'), shows: '[name=totp_code]' },
    })
    const secret = await settingsPage(visitor).secret()
    await visitor.hands.fill(visitor.page.locator('[name=totp_code]'), totpCode(secret, Date.now()))
    await expect(visitor.page.locator(open('totp'))).toBeVisible()
    await untilAwake(visitor.page, true)
    await expectFocus(visitor.page.locator('body'), false, 'an app that is set up')
    await walk(visitor, {
      'the app': { press: open('totp'), shows: '[data-testid="remove/true"]' },
      'its question': { press: '[data-testid="remove/true"]', shows: 'dialog' },
      'no app any more': { press: removal, shows: open('totp') },
    })
  })

  test('… and it stays where an answer is there before the wait for it is drawn @focus-6', async ({
    visitor,
    person,
  }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    await page.addInitScript(drawAfterAnswers)
    await settingsPage(visitor).open()
    await walk(visitor, {
      'another page': { press: '[data-testid="nav/profile"]', shows: open('profile') },
      'the form of the profile': { press: open('profile'), shows: '[name="traits.name.first"]' },
      'back to the list': { press: back, shows: open('profile') },
    })
  })

  test('… nor does it leave with a device that is signed out, or a page that is left @focus-4', async ({
    visitor,
    person,
    browser,
  }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    for (let devices = 0; devices < 2; devices += 1) {
      const context = await browser.newContext({ baseURL: origin })
      const otherPage = await context.newPage()
      await otherPage.goto('/login')
      await otherPage.locator('[name=identifier]').fill(person.email)
      await otherPage.locator('[name=password]').fill(person.password)
      await otherPage.locator('[name=password]').press('Enter')
      await expect(otherPage).toHaveURL(`${origin}/`)
      await context.close()
    }
    await page.goto('/')
    await walk(visitor, ofDevices)
  })

  test('… nor with a new address, or an account that is taken off the list @focus-5', async ({ visitor, person }) => {
    const { page } = visitor
    await createProvedAccount(visitor, person)
    await settingsPage(visitor).open('profile')
    const email = '[name="traits.email"]'
    await walk(visitor, {
      'a new address': {
        press: '[name=method][value=profile]',
        type: { [email]: newPerson().email },
        shows: '#address_waits [name=code]',
        focus: '#address_waits [name=code]',
      },
      'an address given up': {
        press: '[data-testid=discard_address]',
        shows: `main:has([data-testid="ui/message/1050001"]) ${email}`,
      },
    })
    await accountFrame(visitor).signOut()
    for (const one of [newPerson(), newPerson()]) {
      await createAccount(page.request, visitor.origin, one)
      await page.context().clearCookies({ name: /session/ })
      await page.goto('/login?account=other')
      await loginPage(visitor).signIn(one.email, one.password)
      await accountFrame(visitor).signOut()
    }
    await loginPage(visitor).arrive()
    await walk(visitor, {
      'an account off the list': { press: '[name=forget_account]', shows: '[data-part=account-chooser]' },
      'another account': { press: '[data-testid=other-account]', shows: '[name=password]', focus: '[name=identifier]' },
    })
  })
})
