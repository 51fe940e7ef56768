import { totpCode } from '@gatehouse/testing/devices'
import type { Person } from '../service/people.ts'
import type { Post } from '../service/post.ts'
import { isRefusal } from './ends.ts'
import type { PlainBrowser, Shown } from './plain-browser.ts'
import type { Journey } from '@gatehouse/testing/journeys'

/** The person, browser and start of a journey. */
export interface Play {
  readonly browser: PlainBrowser
  /** Has no account yet. */
  readonly person: Person
  readonly post: Post
  /** Path and query of the journey's first page. */
  readonly start: string
  /** Another person's browser, or the same person's at another table. */
  readonly another: () => PlainBrowser
}

/** Plays a journey to its end; stops early at an error page or another site. */
export type Played = (play: Play) => Promise<Shown>

const password = ['method', 'password'] as const
const code = ['method', 'code'] as const

/** TABLE: the actions of a person in each journey. */
// oxfmt-ignore
export const plays: Readonly<Record<Journey, Played>> = {
  'sign in':                                     async (play) => signIn(await registered(play)),
  'sign in at the second try':                   async (play) => secondTry(await registered(play)),
  'sign in by a code':                           async (play) => signInByCode(await registered(play)),
  'sign in with a second factor':                secondFactor,
  'confirm a session':                           confirm,
  'sign in, signed in already':                  async (play) => (await signedIn(play)).browser.open(play.start),
  'sign in, signed in by another tab meanwhile': secondTab,
  'sign up':                                     async (play) => signUp(play, await play.browser.open(play.start)),
  'sign up, by the link on the sign-in':         signUpByLink,
  'sign up, signed in already':                  async (play) => (await signedIn(play)).browser.open(play.start),
  'recover':                                     async (play) => recover(await registered(play), await play.browser.open(play.start)),
  'recover, by the link on the sign-in':         recoverByLink,
  'verify an address':                           verify,
  'change the settings':                         async (play) => change(await signedIn(play), await play.browser.open(play.start)),
  'change the settings, a second factor owed':   changeOwed,
  'sign out':                                    async (play) => signOut(await signedIn(play)),
  'sign out, signed out already':                signOut,
}

/** Tells whether a journey ends early on a page: an error page, or another site. */
function isOver(shown: Shown): boolean {
  return shown.status === undefined || isRefusal(shown) || shown.html.includes('data-testid="error-reference"')
}

async function then(shown: Shown, next: (shown: Shown) => Promise<Shown>): Promise<Shown> {
  return isOver(shown) ? shown : next(shown)
}

function isSettings({ trail }: Shown): boolean {
  return trail.at(-1)?.includes('/settings?') === true
}

/** Fills in the fields of a sign-up. */
async function register({ person }: Play, browser: PlainBrowser, form: Shown): Promise<Shown> {
  return browser.press(form, password, { 'traits.email': person.email, password: person.password })
}

/** Signs the person up in another browser. */
async function registered(play: Play): Promise<Play> {
  const browser = play.another()
  await register(play, browser, await browser.open('/registration'))
  return play
}

async function signedIn(play: Play): Promise<Play> {
  await register(play, play.browser, await play.browser.open('/registration'))
  return play
}

function enter({ browser, person }: Play, form: Shown, typed = person.password): Promise<Shown> {
  return browser.press(form, password, { identifier: person.email, password: typed })
}

async function signIn(play: Play): Promise<Shown> {
  return then(await play.browser.open(play.start), (form) => enter(play, form))
}

async function secondTry(play: Play): Promise<Shown> {
  const form = await play.browser.open(play.start)
  return then(form, async () => enter(play, await enter(play, form, 'not-the-password')))
}

async function signInByCode(play: Play): Promise<Shown> {
  const { browser, person, post } = play
  return then(await browser.open(play.start), async (form) => {
    await post.nextCode(person.email)
    const asked = await browser.press(form, code, { identifier: person.email })
    return browser.press(asked, code, { code: await post.nextCode(person.email) })
  })
}

/** Gives the person's account an authenticator app; returns the function that shows its code. */
async function withApp(play: Play): Promise<() => string> {
  const browser = play.another()
  const asked = await register(play, browser, await browser.open('/registration'))
  await browser.press(asked, code, { code: await play.post.nextCode(play.person.email) })
  const settings = await browser.open('/settings?section=totp')
  const shown = /totp_secret_key\/text"[^>]*><code>(.*?)<\/code>/.exec(settings.html)?.[1]
  const secret = shown?.replaceAll(/<[^>]*>/g, '')
  if (secret === undefined) throw new Error(`${settings.trail.join(' → ')} shows no secret for an authenticator app`)
  await browser.press(settings, ['method', 'totp'], { totp_code: totpCode(secret, Date.now()) })
  // The code of this moment is used up; the next one counts already.
  return () => totpCode(secret, Date.now(), 1)
}

async function secondFactor(play: Play): Promise<Shown> {
  const shows = await withApp(play)
  return then(await signIn(play), (form) => play.browser.press(form, ['method', 'totp'], { totp_code: shows() }))
}

async function confirm(play: Play): Promise<Shown> {
  const { browser, person } = await signedIn(play)
  return then(await browser.open(play.start), (form) => browser.press(form, password, { password: person.password }))
}

async function secondTab(play: Play): Promise<Shown> {
  await registered(play)
  const form = await play.browser.open(play.start)
  return then(form, async () => {
    await enter(play, await play.browser.open('/login'))
    return enter(play, form)
  })
}

async function signUp(play: Play, form: Shown): Promise<Shown> {
  const { browser, person, post } = play
  return then(form, async () => {
    const asked = await register(play, browser, form)
    const proved = await browser.press(asked, code, { code: await post.nextCode(person.email) })
    return browser.follow(proved, 'node/anchor/continue')
  })
}

async function signUpByLink(play: Play): Promise<Shown> {
  return then(await play.browser.open(play.start), async (login) =>
    signUp(play, await play.browser.follow(login, 'signup-link')),
  )
}

async function recover(play: Play, form: Shown): Promise<Shown> {
  const { browser, person, post } = play
  return then(form, async () => {
    await post.nextCode(person.email)
    const asked = await browser.press(form, code, { email: person.email })
    const settings = await browser.press(asked, code, { code: await post.nextCode(person.email) })
    return browser.press(settings, password, { password: `${person.password}-anew` })
  })
}

async function recoverByLink(play: Play): Promise<Shown> {
  await registered(play)
  return then(await play.browser.open(play.start), async (login) =>
    recover(play, await play.browser.follow(login, 'forgot-password-link')),
  )
}

async function verify(play: Play): Promise<Shown> {
  const { browser, person, post } = await registered(play)
  return then(await browser.open(play.start), async (form) => {
    await post.nextCode(person.email)
    const asked = await browser.press(form, code, { email: person.email })
    const proved = await browser.press(asked, code, { code: await post.nextCode(person.email) })
    return browser.follow(proved, 'node/anchor/continue')
  })
}

async function change({ browser, person }: Play, settings: Shown): Promise<Shown> {
  const values = { 'traits.email': person.email, 'traits.name.first': 'Grace' }
  return then(settings, async () =>
    browser.press(
      await browser.follow(await browser.follow(settings, 'nav/profile'), 'open/profile'),
      ['method', 'profile'],
      values,
    ),
  )
}

async function changeOwed(play: Play): Promise<Shown> {
  const shows = await withApp(play)
  const { browser } = play
  // The first factor is given, the second one is owed.
  await enter(play, await browser.open('/login'))
  return then(await browser.open(play.start), async (form) => {
    const confirmed = await browser.press(form, ['method', 'totp'], { totp_code: shows() })
    return isSettings(confirmed) ? change(play, confirmed) : confirmed
  })
}

async function signOut({ browser, start }: Play): Promise<Shown> {
  return then(await browser.open(start), (question) => browser.press(question, ['', '']))
}
