import { randomBytes } from 'node:crypto'

import { createAuthenticator } from '@gatehouse/testing/authenticator'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/person-schema'
import type { Database } from '@gatehouse/platform/database'
import { afterEach, describe, expect, test } from 'vitest'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import { noLimits } from '../../limits/policy.ts'
import { maskAddress } from '../../strategies/code/masked-address.ts'
import { createProviderDesk } from '../../strategies/oidc/oidc.fixture.ts'
import type { ProviderDesk } from '../../strategies/oidc/oidc.fixture.ts'
import { optionsAt } from '../../strategies/webauthn/key-harness.fixture.ts'
import { createDesk, goodPassword, tokenOf } from '../flow-harness.fixture.ts'
import type { Answer, Desk } from '../flow-harness.fixture.ts'

let desk: Desk
afterEach(() => desk.stop())

// Of the same length, so that the answers have to be as well.
const known = 'ada@example.org'
const unknown = 'eve@example.org'

type Fields = Readonly<Record<string, unknown>>
/** What somebody does who wants to know whether `address` has an account; each submission follows the one before. */
type Attempt = (address: string) => readonly Fields[]

interface Row {
  readonly flow: 'login' | 'recovery' | 'verification'
  readonly style: string
  readonly method: string
  readonly settings: ConfigTree
  readonly attempt: Attempt
}

const rp = { id: 'localhost', display_name: 'Example', origins: ['http://localhost'] }
const methods: ConfigTree = {
  link: { enabled: true },
  webauthn: { enabled: true, config: { passwordless: true, rp } },
  passkey: { enabled: true, config: { rp } },
}
const passwordOff = { password: { enabled: false }, webauthn: { enabled: false }, passkey: { enabled: false } }
const login = (style: string) => ({ selfservice: { flows: { login: { style } } } })
const by = (flow: 'recovery' | 'verification', use: string) => ({ selfservice: { flows: { [flow]: { use } } } })
const identifierFirst: Attempt = (identifier) => [{ method: 'identifier_first', identifier }]

// prettier-ignore
const table: readonly Row[] = [
  ...['unified', 'identifier_first'].flatMap((style): Row[] => [
    { flow: 'login', style, method: 'password', settings: login(style), attempt: (identifier) => [
      { method: 'password', identifier, password: 'a-password-that-is-wrong' }] },
    { flow: 'login', style, method: 'code', settings: login(style), attempt: (identifier) => [
      { method: 'code', identifier }, { method: 'code', identifier, resend: 'code' },
      ...Array.from({ length: 6 }, () => ({ method: 'code', identifier, code: '000000' }))] },
    { flow: 'login', style, method: 'webauthn', settings: login(style), attempt: (identifier) => [
      { method: 'webauthn', identifier }, { method: 'webauthn', identifier, webauthn_login: 'nonsense' },
      { method: 'webauthn', identifier, webauthn_login: assertion }] },
    { flow: 'login', style, method: 'passkey', settings: login(style), attempt: (identifier) => [
      { method: 'passkey', identifier }, { method: 'passkey', identifier, passkey_login: assertion }] },
  ]),
  { flow: 'login', style: 'identifier_first', method: 'choice', settings: login('identifier_first'), attempt: identifierFirst },
  { flow: 'login', style: 'identifier_first', method: 'code alone', attempt: identifierFirst,
    settings: { selfservice: { ...login('identifier_first').selfservice, methods: passwordOff } } },
  { flow: 'recovery', style: 'one address', method: 'code', settings: {}, attempt: (email) => [
    { method: 'code', email }, { method: 'code', email }, { method: 'code', code: '000000' }] },
  { flow: 'recovery', style: 'choice of address', method: 'code', settings: { feature_flags: { choose_recovery_address: true } },
    attempt: (recovery_address) => [{ method: 'code', recovery_address }, { method: 'code', code: '000000' },
      { method: 'code', recovery_address, screen: 'previous' }] },
  { flow: 'recovery', style: 'one address', method: 'link', settings: by('recovery', 'link'), attempt: (email) => [
    { method: 'link', email }, { method: 'link', email }] },
  { flow: 'verification', style: 'one address', method: 'code', settings: {}, attempt: (email) => [
    { method: 'code', email }, { method: 'code', email }, { method: 'code', code: '000000' }] },
  { flow: 'verification', style: 'one address', method: 'link', settings: by('verification', 'link'), attempt: (email) => [
    { method: 'link', email }, { method: 'link', email }] },
]

const bytes = Buffer.alloc(32).toString('base64url')
const assertion = JSON.stringify({
  id: bytes,
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
})

const securityKey = {
  credentials: [
    {
      id: randomBytes(32).toString('base64'),
      // ES256 over P-256 with a point that nobody signs with (COSE).
      public_key: Buffer.from(`a5010203262001215820${'11'.repeat(32)}225820${'22'.repeat(32)}`, 'hex').toString(
        'base64',
      ),
      is_passwordless: true,
    },
  ],
  user_handle: randomBytes(32).toString('base64'),
}

const person = schemaOf({
  email: emailTrait('Email', { webauthn: { identifier: true } }),
  backup: { type: 'string', format: 'email', 'ory.sh/kratos': { recovery: { via: 'email' } } },
})

const mitigated: ConfigTree = { security: { account_enumeration: { mitigate: true } } }

async function open(settings: ConfigTree, observe?: (database: Database) => Database): Promise<void> {
  const selfservice = (settings['selfservice'] ?? {}) as ConfigTree
  const merged = { methods: { ...methods, ...(selfservice['methods'] as ConfigTree) } }
  desk = await createDesk(
    { ...mitigated, identity: identityPart('person', person), ...settings, selfservice: { ...selfservice, ...merged } },
    undefined,
    {},
    { limits: noLimits, ...(observe && { observe }) },
  )
  const credentials = { password: { config: { password: goodPassword } }, webauthn: { config: securityKey } }
  await desk.account(known, { traits: { email: known, backup: 'ada.backup@example.org' }, credentials })
}

const way = { browser: 'script', form: 'HTML form', app: 'native app' } as const
type Kind = keyof typeof way

/** Everything that can be seen of the answers to an attempt, with what is random in any answer masked. */
async function seen(kind: Kind, row: Row, address: string): Promise<readonly string[]> {
  const answers: string[] = []
  const client = kind === 'app' ? desk.app() : desk.browser()
  const path = `/self-service/${row.flow}/${kind === 'app' ? 'api' : 'browser'}`
  let flow = (await client.ask(path)).body
  for (const fields of row.attempt(address)) {
    const answer = await submit(kind, client, flow, fields)
    answers.push(masked(answer, address))
    const shown = await client.ask(`/self-service/${row.flow}/flows?id=${flow.id}`)
    answers.push(masked(shown, address))
    flow = shown.body
  }
  return answers
}

function submit(kind: Kind, client: Client, flow: Answer['body'], fields: Fields): Promise<Answer> {
  if (kind !== 'form') return client.send(flow, fields)
  if (!('post' in client)) throw new Error('forms are sent by browsers')
  return client.post(flow, fields as Record<string, string>)
}

type Client = ReturnType<Desk['app']> | ReturnType<Desk['browser']>

function masked({ status, headers, cookies, body }: Answer, address: string): string {
  const whole = JSON.stringify([status, [...headers].filter(([name]) => name !== 'set-cookie'), cookies, body])
  return whole
    .replaceAll(JSON.stringify(tokenOf(typeof body === 'object' && body?.ui ? body : { ui: { nodes: [] } })), 'TOKEN')
    .replaceAll(address, 'someone')
    .replaceAll(maskAddress(address), 'so****')
    .replaceAll(encodeURIComponent(address), 'someone')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(?<=")[\w-]{22,}(?=\\*")/g, 'RANDOM')
}

describe('with mitigation, nobody learns by sign-in, recovery or verification who has an account @enumeration-1', () => {
  for (const row of table) {
    for (const kind of ['browser', 'form', 'app'] as const) {
      test(`${row.flow}, ${row.style}, ${row.method}, by ${way[kind]}`, async () => {
        await open(row.settings)
        const answers = await seen(kind, row, known)
        expect(await seen(kind, row, unknown)).toEqual(answers)
        expect(answers.join('')).not.toContain('"code":500')
      })
    }
  }
})

/** How somebody signs up who wants to know whether `address` has an account. */
interface SignUp {
  readonly style: 'unified' | 'profile_first'
  readonly method: string
  readonly kinds: readonly Kind[]
  readonly settings: ConfigTree
  /** What the last screen is sent with; `flow` is the one that it was drawn for. */
  readonly fields: (flow: Answer['body']) => Fields
}

const origin = 'http://localhost'
const everyWay = ['browser', 'form', 'app'] as const
const inBrowsers = ['browser', 'form'] as const
const anotherPassword = 'another-Horse-battery-7'
const signUpBy = (style: SignUp['style'], use = 'code') => ({
  selfservice: { flows: { registration: { style }, verification: { use } } },
})
const made = (node: string) => (flow: Answer['body']) => createAuthenticator(origin).create(optionsAt(flow, node))
const byPassword = () => ({ method: 'password', password: anotherPassword })

// prettier-ignore
const signUps: readonly SignUp[] = (['unified', 'profile_first'] as const).flatMap((style): SignUp[] => [
  { style, method: 'password', kinds: everyWay, settings: signUpBy(style), fields: byPassword },
  { style, method: 'password, proved by link', kinds: everyWay, settings: signUpBy(style, 'link'), fields: byPassword },
  { style, method: 'code', kinds: everyWay, settings: signUpBy(style), fields: () => ({ method: 'code' }) },
  { style, method: 'webauthn', kinds: inBrowsers, settings: signUpBy(style), fields: (flow) => ({
    method: 'webauthn', webauthn_register: made('webauthn_register_trigger')(flow) }) },
  { style, method: 'passkey', kinds: everyWay, settings: signUpBy(style), fields: (flow) => ({
    method: 'passkey', passkey_register: made('passkey_create_data')(flow) }) },
])

/** Everything that can be seen of two sign-ups with an address, and of what can be tried with it afterwards. */
async function seenOfSignUp(kind: Kind, row: SignUp, address: string): Promise<readonly string[]> {
  const answers: string[] = []
  const client = kind === 'app' ? desk.app() : desk.browser()
  const start = `/self-service/registration/${kind === 'app' ? 'api' : 'browser'}`
  const traits = kind === 'form' ? { 'traits.email': address } : { traits: { email: address } }
  const look = async (path: string): Promise<Answer['body']> => {
    const answer = await client.ask(path)
    answers.push(masked(answer, address))
    return answer.body
  }
  const send = async (flow: Answer['body'], fields: Fields): Promise<Answer> => {
    const answer = await submit(kind, client, flow, fields)
    answers.push(masked(answer, address))
    return answer
  }

  for (let time = 1; time <= 2; time += 1) {
    const begun = (await client.ask(start)).body
    if (row.style === 'profile_first') await send(begun, { method: 'profile', ...traits })
    const flow = await look(`/self-service/registration/flows?id=${begun.id}`)
    const answer = await send(flow, { ...traits, ...row.fields(flow) })
    await look(`/self-service/registration/flows?id=${begun.id}`)
    const isByCode = row.method === 'code'
    const waiting = isByCode
      ? `/self-service/registration/flows?id=${begun.id}`
      : `/self-service/verification/flows?id=${verificationAfter(answer)}`
    const method = row.method.endsWith('link') ? 'link' : 'code'
    const wrong = { method, code: '000000', ...(isByCode && traits) }
    const resend = isByCode ? { method, resend: 'code', ...traits } : { method, email: address }
    for (const fields of [wrong, resend, ...Array.from({ length: 6 }, () => wrong), resend]) {
      await send(await look(waiting), fields)
    }
    await look(waiting)
  }
  await look('/sessions/whoami')
  const signIn = (await client.ask(start.replace('registration', 'login'))).body
  await send(signIn, { method: 'password', identifier: address, password: anotherPassword })
  await look('/sessions/whoami')
  return answers
}

/** The id of the verification that a sign-up leads to. */
function verificationAfter({ body, location }: Answer): string {
  const shown = body?.continue_with?.find(({ action }: { action: string }) => action === 'show_verification_ui')
  return String(shown?.flow.id ?? URL.parse(location ?? '')?.searchParams.get('flow'))
}

describe('with mitigation, a sign-up does not tell who has an account @enumeration-3', () => {
  for (const row of signUps) {
    for (const kind of row.kinds) {
      test(`registration, ${row.style}, ${row.method}, by ${way[kind]}`, async () => {
        await open(row.settings)
        const answers = await seenOfSignUp(kind, row, known)
        expect(await seenOfSignUp(kind, row, unknown)).toEqual(answers)
        expect(answers.join('')).not.toContain('"code":500')
        expect(answers.join('')).toContain('sent_email')
      })
    }
  }
})

/** What a browser sees that comes back from a provider which has not proved the address it tells. */
async function seenThroughProvider(
  providers: ProviderDesk,
  begins: 'login' | 'registration',
  kind: 'browser' | 'form',
  email: string,
): Promise<readonly string[]> {
  providers.provider.signInAs({ sub: `subject-of-${email}`, email, email_verified: false })
  const browser = providers.browser()
  const answers: string[] = []
  for (let time = 1; time <= 2; time += 1) {
    const flow = (await browser.ask(`/self-service/${begins}/browser`)).body
    const back = await providers.throughProvider(browser, await submit(kind, browser, flow, byCorp))
    answers.push(masked(back, email))
    const waiting = `/self-service/verification/flows?id=${verificationAfter(back)}`
    for (const fields of [{ code: '000000' }, { email }, { code: '000001' }]) {
      const shown = await browser.ask(waiting)
      answers.push(masked(shown, email))
      answers.push(masked(await browser.send(shown.body, { method: 'code', ...fields }), email))
    }
  }
  answers.push(masked(await browser.whoami(), email))
  return answers
}

const byCorp = { method: 'oidc', provider: 'corp' }

describe('with mitigation, a provider that has not proved an address does not tell who has an account @enumeration-4', () => {
  for (const begins of ['login', 'registration'] as const) {
    for (const kind of inBrowsers) {
      test(`begun as ${begins}, by ${way[kind]}`, async () => {
        const providers = await createProviderDesk(mitigated)
        desk = providers
        await desk.account(known)
        const answers = await seenThroughProvider(providers, begins, kind, known)
        expect(await seenThroughProvider(providers, begins, kind, unknown)).toEqual(answers)
        expect(answers.join('')).toContain('sent_email')
      })
    }
  }
})

/** Writes down what is asked of a database: every statement that runs, and every transaction. */
function observed(asked: string[]): (database: Database) => Database {
  return (database) => ({
    ...database,
    durable: (work) => {
      asked.push('DURABLE')
      return database.durable(work)
    },
    amend: (work) => {
      asked.push('DURABLE')
      return database.amend(work)
    },
    write: (work) => {
      asked.push('WRITE')
      return database.write(work)
    },
    prepare: (sql) =>
      new Proxy(database.prepare(sql), {
        get: (statement, name) => {
          const member: unknown = Reflect.get(statement, name)
          if (typeof member !== 'function') return member
          return (...given: readonly unknown[]): unknown => {
            asked.push(sql)
            return Reflect.apply(member, statement, given)
          }
        },
      }),
  })
}

describe('an address that has an account costs as much as one that has none, statement by statement @enumeration-2', () => {
  const sending = table.filter(({ method }) => ['code', 'link', 'code alone'].includes(method))
  for (const row of sending) {
    test(`${row.flow}, ${row.style}, ${row.method}`, async () => {
      const asked: string[] = []
      // The inbox of development mode hands messages over at once; a mail server gets them later.
      await open({ ...row.settings, dev: false }, observed(asked))
      const costs = []
      for (const address of [known, unknown]) {
        asked.length = 0
        await seen('app', row, address)
        costs.push(asked.map((sql) => sql.replace('withheld_messages', 'courier_messages')))
      }
      expect(costs[1]).toEqual(costs[0])
      expect(costs[0]?.join()).toContain('INSERT INTO courier_messages')
    })
  }
  for (const row of signUps.filter(({ kinds }) => kinds.includes('app'))) {
    test(`registration, ${row.style}, ${row.method}`, async () => {
      const asked: string[] = []
      await open({ ...row.settings, dev: false }, observed(asked))
      const costs = []
      for (const address of [known, unknown]) {
        asked.length = 0
        await seenOfSignUp('app', row, address)
        costs.push([...asked])
      }
      expect(costs[1]).toEqual(costs[0])
      expect(costs[0]?.join()).toContain('INSERT INTO courier_messages')
    })
  }
})
