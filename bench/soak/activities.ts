import { totpCode } from '@gatehouse/testing/devices'
import { textAt, type Call } from './calls.ts'
import type { MailSink } from './mail-sink.ts'
import { nameOf, newPerson, oneOf, type People, type Person, type Session } from './people.ts'
import { keepOnly, sessionOf, signIn, signInByPage, type Acting } from './sign-in.ts'

/** The context of activities. */
export interface Scene extends Acting {
  readonly people: People
  readonly mail: MailSink
  /** Whether mails arrive. */
  readonly mailIsUp: () => boolean
  readonly adminOrigin: string
  /** A number that was never given before. */
  readonly nextNumber: () => number
}

/** An activity of a person; false if it could not be done, though there is no fault. */
type Activity = (scene: Scene, person: Person) => Promise<boolean>

/**
 * TABLE: people's activities, and how many of a thousand perform each in a day. `ofSignedIn`: who has a session does it.
 */
export const activities = {
  'sign in': { ofThousand: 200, act: async (scene, person) => isSession(await signIn(scene, person)) },
  'sign in by page': { ofThousand: 50, act: async (scene, person) => isSession(await signInByPage(scene, person)) },
  'mistype the password': { ofThousand: 30, act: mistype },
  'guess a password twelve times': { ofThousand: 1, act: guess },
  'open the sign-in page': { ofThousand: 100, act: openPage },
  'use a session': { ofThousand: 400, ofSignedIn: true, act: useSession },
  'change the name': { ofThousand: 10, act: changeName },
  'change the password': { ofThousand: 5, act: changePassword },
  'add a second step': { ofThousand: 3, act: addSecondStep },
  'recover by code': { ofThousand: 5, act: recover },
  'sign out': { ofThousand: 40, ofSignedIn: true, act: signOut },
  'end the other sessions': { ofThousand: 5, act: endOthers },
  'be signed out by an operator': { ofThousand: 3, ofSignedIn: true, act: endByOperator },
  'sign up': { ofThousand: 2, act: signUp },
} as const satisfies Readonly<
  Record<string, { readonly ofThousand: number; readonly ofSignedIn?: true; readonly act: Activity }>
>

/** A row of the table. */
export type ActivityName = keyof typeof activities

const mailMs = 30_000
const guesses = 12

function isSession(made: Session | string | undefined): made is Session {
  return typeof made === 'object'
}

/** Returns the token or cookie by which a session is shown to the service. */
export function shown({ token, cookie }: Session): Pick<Call, 'token' | 'cookie'> {
  return { ...(token !== undefined && { token }), ...(cookie !== undefined && { cookie }) }
}

async function mistype({ calls }: Scene, person: Person): Promise<boolean> {
  const flow = (await calls.ask('sign-in form', person, { path: '/self-service/login/api' })).json()
  const body = { method: 'password', identifier: person.email, password: 'mistyped-again' }
  const path = `/self-service/login?flow=${textAt(flow, 'id')}`
  await calls.ask('refused sign-in', person, { path, body, right: [400, 429] })
  return true
}

async function guess(scene: Scene, person: Person): Promise<boolean> {
  for (let time = 0; time < guesses; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one guess after the other
    await mistype(scene, person)
  }
  return true
}

async function openPage({ calls }: Scene, person: Person): Promise<boolean> {
  await calls.ask('sign-in page', person, { path: '/login' })
  return true
}

async function useSession({ calls, now }: Scene, person: Person): Promise<boolean> {
  const session = newest(person, now())
  if (session === undefined) return false
  // A person who has added a second step has to give it in earlier sessions, too.
  const right = person.totp === undefined ? [200] : [200, 403]
  await calls.ask('whoami', person, { path: '/sessions/whoami', ...shown(session), right })
  session.lastUsedAt = now()
  return true
}

/** Returns the session that a person would use: it has been used today, so it counts. */
function newest(person: Person, now: number): Session | undefined {
  const list = [...person.sessions].filter((one) => mustCount(one, now))
  return list.at(-1)
}

const hourMs = 60 * 60_000

/**
 * Tells whether a session has to count: it is younger than its lifespan, and was used within half of the day that it
 * may rest.
 */
export function mustCount({ since, lastUsedAt }: Session, now: number): boolean {
  return now - since < 71 * hourMs && now - lastUsedAt < 12 * hourMs
}

/** Signs in, and returns the session and form for a change of settings. */
async function settings(scene: Scene, person: Person) {
  const session = await signIn(scene, person)
  if (!isSession(session) || session.token === undefined) return undefined
  const { token } = session
  const flow = (await scene.calls.ask('settings form', person, { path: '/self-service/settings/api', token })).json()
  const save = (body: object) =>
    scene.calls.ask('change of settings', person, {
      path: `/self-service/settings?flow=${textAt(flow, 'id')}`,
      token,
      body,
    })
  return { session, flow, save }
}

async function changeName(scene: Scene, person: Person): Promise<boolean> {
  const form = await settings(scene, person)
  if (form === undefined) return false
  const name = nameOf(scene.nextNumber())
  person.names.add(name)
  await form.save({ method: 'profile', traits: { email: person.email, name } })
  keepOnly(person.names, name)
  return true
}

async function changePassword(scene: Scene, person: Person): Promise<boolean> {
  const form = await settings(scene, person)
  if (form === undefined) return false
  await setPassword(scene, person, form.session, form.save)
  return true
}

/** Changes the password, which ends the other sessions. */
async function setPassword(
  { people, nextNumber }: Scene,
  person: Person,
  session: Session,
  save: (body: object) => Promise<unknown>,
): Promise<void> {
  const password = `another-password-${nextNumber()}`
  person.passwords.add(password)
  const others = [...person.sessions].filter((one) => one !== session)
  for (const one of others) person.sessions.delete(one)
  await save({ method: 'password', password })
  keepOnly(person.passwords, password)
  people.ended.push(...others)
}

async function addSecondStep(scene: Scene, person: Person): Promise<boolean> {
  if (person.totp !== undefined || !person.isProved) return false
  const form = await settings(scene, person)
  if (form === undefined) return false
  // The secret from which the node's text is made: an app reads it from the picture, a person types it.
  const secret = /"secret":"([A-Z2-7]+)"/.exec(JSON.stringify(form.flow))?.[1]
  if (secret === undefined) throw new Error('the settings show no secret for an authenticator app')
  Object.assign(person, { totp: secret, isTotpUnknown: true, totpUsedAt: scene.now() })
  await form.save({ method: 'totp', totp_code: totpCode(secret, scene.now()) })
  person.isTotpUnknown = false
  return true
}

async function recover(scene: Scene, person: Person): Promise<boolean> {
  if (person.totp !== undefined) return false
  const { calls, mail, people, now } = scene
  const flow = (await calls.ask('recovery form', person, { path: '/self-service/recovery/api' })).json()
  const path = `/self-service/recovery?flow=${textAt(flow, 'id')}`
  const before = mail.count(person.email)
  const asked = { method: 'code', email: person.email }
  const sent = await calls.ask('code asked for', person, { path, body: asked, right: [200, 429] })
  if (sent.status === 429 || !scene.mailIsUp()) return false
  const code = await mail.code(person.email, before, mailMs)
  if (code === undefined) throw new Error(`no code reached ${person.email}`)
  const others = [...person.sessions]
  person.sessions.clear()
  const done = (await calls.ask('recovery', person, { path, body: { method: 'code', code } })).json()
  people.ended.push(...others)
  person.isProved = true
  const token = textAt(done, 'continue_with', 0, 'ory_session_token')
  const settingsFlow = textAt(done, 'continue_with', 1, 'flow', 'id')
  const seen = (await calls.ask('whoami', person, { path: '/sessions/whoami', token })).json()
  const session: Session = { id: textAt(seen, 'id'), token, since: now(), lastUsedAt: now() }
  person.sessions.add(session)
  await setPassword(scene, person, session, (body) =>
    calls.ask('change of settings', person, { path: `/self-service/settings?flow=${settingsFlow}`, token, body }),
  )
  return true
}

async function signOut({ calls, people, now }: Scene, person: Person): Promise<boolean> {
  const session = newest(person, now())
  if (session === undefined) return false
  const { token, cookie } = session
  person.sessions.delete(session)
  if (token !== undefined) {
    const body = { session_token: token }
    await calls.ask('sign-out', person, { path: '/self-service/logout/api', method: 'DELETE', body, right: [204] })
  } else if (cookie !== undefined) {
    const link = (await calls.ask('sign-out', person, { path: '/self-service/logout/browser', cookie })).json()
    const { pathname, search } = new URL(textAt(link, 'logout_url'))
    await calls.ask('sign-out', person, { path: pathname + search, cookie, right: [302, 303] })
  }
  people.ended.push(session)
  return true
}

async function endOthers(scene: Scene, person: Person): Promise<boolean> {
  const session = await signIn(scene, person)
  if (!isSession(session)) return false
  const others = [...person.sessions].filter((one) => one !== session)
  for (const one of others) person.sessions.delete(one)
  await scene.calls.ask('revocation', person, { path: '/sessions', method: 'DELETE', ...shown(session) })
  scene.people.ended.push(...others)
  return true
}

async function endByOperator({ calls, people, adminOrigin, now }: Scene, person: Person): Promise<boolean> {
  const session = newest(person, now())
  if (session === undefined) return false
  person.sessions.delete(session)
  const path = `${adminOrigin}/admin/sessions/${session.id}`
  people.operatorCalls += 1
  await calls.ask('revocation by an operator', person, { path, method: 'DELETE', right: [204] })
  people.ended.push(session)
  return true
}

async function signUp({ calls, people, now, nextNumber }: Scene): Promise<boolean> {
  const number = nextNumber()
  const person = newPerson(number, `a-password-of-one-${number}`, false)
  const flow = (await calls.ask('sign-up form', person, { path: '/self-service/registration/api' })).json()
  const traits = { email: person.email, name: oneOf(person.names) }
  people.asked += 1
  const answer = await calls.ask('sign-up', person, {
    path: `/self-service/registration?flow=${textAt(flow, 'id')}`,
    body: { method: 'password', password: oneOf(person.passwords), traits },
  })
  person.sessions.add(sessionOf(answer.json(), now()))
  people.all.push(person)
  return true
}
