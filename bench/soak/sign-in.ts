import { formWith } from '@gatehouse/testing/browser'
import { totpCode } from '@gatehouse/testing/devices'
import { cookieHeader, textAt, WrongAnswerError, type Calls, type Json } from './calls.ts'
import { oneOf, type Person, type Session } from './people.ts'

/** The context for acting for people. */
export interface Acting {
  readonly calls: Calls
  /** Unix milliseconds, of the service. */
  readonly now: () => number
}

/** The reason why a person could not be signed in, though nothing is wrong. */
export type Hindrance = 'too_many_attempts' | 'app_shows_the_same_code'

const stepMs = 30_000

/** Signs a person in as a native program does, with the second step if there is one. */
export async function signIn({ calls, now }: Acting, person: Person): Promise<Session | Hindrance> {
  if (person.totp !== undefined && now() - person.totpUsedAt < 2 * stepMs) return 'app_shows_the_same_code'
  for (const password of person.passwords) {
    const flow = (await calls.ask('sign-in form', person, { path: '/self-service/login/api' })).json()
    const answer = await calls.ask('sign-in', person, {
      path: `/self-service/login?flow=${textAt(flow, 'id')}`,
      body: { method: 'password', identifier: person.email, password },
      right: person.passwords.size > 1 ? [200, 400, 429] : [200, 429],
    })
    if (answer.status === 429) return 'too_many_attempts'
    if (answer.status === 400) continue
    keepOnly(person.passwords, password)
    const session = sessionOf(answer.json(), now())
    if (person.totp !== undefined) await giveSecondStep({ calls, now }, person, session)
    person.sessions.add(session)
    return session
  }
  throw new WrongAnswerError(`no password of ${person.email} is right`)
}

/** Reads a session from the answer of a native flow. */
export function sessionOf(answer: Json, now: number): Session {
  return {
    id: textAt(answer, 'session', 'id'),
    token: textAt(answer, 'session_token'),
    since: now,
    lastUsedAt: now,
  }
}

async function giveSecondStep({ calls, now }: Acting, person: Person, session: Session): Promise<void> {
  const { totp } = person
  if (totp === undefined) return
  const { token = '' } = session
  if (person.isTotpUnknown) {
    const asked = await calls.ask('whoami', person, { path: '/sessions/whoami', token, right: [200, 403] })
    person.isTotpUnknown = false
    if (asked.status === 200) {
      person.totp = undefined
      return
    }
  }
  const flow = (await calls.ask('sign-in form', person, { path: '/self-service/login/api?aal=aal2', token })).json()
  person.totpUsedAt = now()
  const answer = await calls.ask('second step', person, {
    path: `/self-service/login?flow=${textAt(flow, 'id')}`,
    token,
    body: { method: 'totp', totp_code: totpCode(totp, now()) },
  })
  session.token = textAt(answer.json(), 'session_token')
}

/** Signs a person in by the page, without script. */
export async function signInByPage({ calls, now }: Acting, person: Person): Promise<Session | Hindrance | undefined> {
  if (person.totp !== undefined || person.passwords.size > 1) return undefined
  const page = await calls.ask('sign-in page', person, { path: '/login' })
  const form = formWith(page.text, ['method', 'password'])
  if (form === undefined) throw new WrongAnswerError('the sign-in page has no form for a password')
  const fields = new URLSearchParams(form.fields.map(([name, value]) => [name, value]))
  fields.set('identifier', person.email)
  fields.set('password', oneOf(person.passwords))
  fields.set('method', 'password')
  const answer = await calls.ask('sign-in by page', person, {
    path: form.action,
    form: fields,
    cookie: cookieHeader(page),
    right: [303, 429],
  })
  if (answer.status === 429) return 'too_many_attempts'
  const cookie = cookieHeader(page, answer)
  const session = (await calls.ask('whoami', person, { path: '/sessions/whoami', cookie })).json()
  const made: Session = {
    id: textAt(session, 'id'),
    cookie,
    since: now(),
    lastUsedAt: now(),
  }
  person.sessions.add(made)
  return made
}

/** Reduces the possible values to the one that an answer has confirmed. */
export function keepOnly<T>(values: Set<T>, value: T): void {
  values.clear()
  values.add(value)
}
