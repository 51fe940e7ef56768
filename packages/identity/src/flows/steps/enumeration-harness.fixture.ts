import { randomBytes } from 'node:crypto'
import { createAuthenticator } from '@gatehouse/testing/devices'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import type { ConfigTree } from '../../configuration/unsupported.ts'
import { noLimits } from '../../limits/policy.ts'
import { maskAddress } from '../../strategies/code/recovery-choice.ts'
import { optionsAt } from '../../strategies/webauthn/key-harness.fixture.ts'
import {
  createHarness,
  goodPassword,
  tokenOf,
  type Answer,
  type Harness,
  type HarnessOptions,
} from '../flow-harness.fixture.ts'

// Of the same length, so that the answers have the same length as well.
export const known = 'ada@example.org'
export const unknown = 'eve@example.org'

type Fields = Readonly<Record<string, unknown>>
/** The submissions, in order, of an attacker who probes whether `address` has an account. */
export type Attempt = (address: string) => readonly Fields[]

export interface Row {
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
export const by = (flow: 'recovery' | 'verification', use: string) => ({ selfservice: { flows: { [flow]: { use } } } })
const identifierFirst: Attempt = (identifier) => [{ method: 'identifier_first', identifier }]

// prettier-ignore
export const table: readonly Row[] = [
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
      // ES256 over P-256 with a point without a known key (COSE).
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

/** Accounts with two addresses for all purposes. */
export const twoAddresses = identityPart(
  'person',
  schemaOf({ email: emailTrait('Email'), work: emailTrait('Work') }, {}, []),
)

export const mitigated: ConfigTree = { security: { account_enumeration: { mitigate: true } } }

/**
 * Opens a service that hides which accounts exist, with one account: that of `known`. `observe` records the queries.
 */
export async function openMitigated(
  settings: ConfigTree,
  { observe, limits = noLimits }: Pick<HarnessOptions, 'observe' | 'limits'> = {},
): Promise<Harness> {
  const selfservice = (settings['selfservice'] ?? {}) as ConfigTree
  const merged = { methods: { ...methods, ...(selfservice['methods'] as ConfigTree) } }
  const harness = await createHarness(
    { ...mitigated, identity: identityPart('person', person), ...settings, selfservice: { ...selfservice, ...merged } },
    undefined,
    {},
    { limits, ...(observe && { observe }) },
  )
  const credentials = { password: { config: { password: goodPassword } }, webauthn: { config: securityKey } }
  if (settings['identity'] === undefined)
    await harness.account(known, { traits: { email: known, backup: 'ada.backup@example.org' }, credentials })
  return harness
}

export const way = { browser: 'script', form: 'HTML form', app: 'native app' } as const
export type Kind = keyof typeof way

/** Returns all observable parts of the answers to an attempt, with random values masked. */
export async function seen(harness: Harness, kind: Kind, row: Row, address: string): Promise<readonly string[]> {
  const answers: string[] = []
  const client = kind === 'app' ? harness.app() : harness.browser()
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

export function submit(kind: Kind, client: Client, flow: Answer['body'], fields: Fields): Promise<Answer> {
  if (kind !== 'form') return client.send(flow, fields)
  if (!('post' in client)) throw new Error('forms are sent by browsers')
  return client.post(flow, fields as Record<string, string>)
}

type Client = ReturnType<Harness['app']> | ReturnType<Harness['browser']>

export function masked({ status, headers, cookies, body }: Answer, address: string): string {
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

/** A sign-up of an attacker who probes whether `address` has an account. */
export interface SignUp {
  readonly style: 'unified' | 'profile_first'
  readonly method: string
  readonly kinds: readonly Kind[]
  readonly settings: ConfigTree
  /** The fields of the last screen's submission; `flow` is the one that it was drawn for. */
  readonly fields: (flow: Answer['body']) => Fields
}

const origin = 'http://localhost'
const everyWay = ['browser', 'form', 'app'] as const
export const inBrowsers = ['browser', 'form'] as const
const anotherPassword = 'another-Horse-battery-7'
const signUpBy = (style: SignUp['style'], use = 'code') => ({
  selfservice: { flows: { registration: { style }, verification: { use } } },
})
const made = (node: string) => (flow: Answer['body']) => createAuthenticator(origin).create(optionsAt(flow, node))
const byPassword = () => ({ method: 'password', password: anotherPassword })

// prettier-ignore
export const signUps: readonly SignUp[] = (['unified', 'profile_first'] as const).flatMap((style): SignUp[] => [
  { style, method: 'password', kinds: everyWay, settings: signUpBy(style), fields: byPassword },
  { style, method: 'password, proved by link', kinds: everyWay, settings: signUpBy(style, 'link'), fields: byPassword },
  { style, method: 'code', kinds: everyWay, settings: signUpBy(style), fields: () => ({ method: 'code' }) },
  { style, method: 'webauthn', kinds: inBrowsers, settings: signUpBy(style), fields: (flow) => ({
    method: 'webauthn', webauthn_register: made('webauthn_register_trigger')(flow) }) },
  { style, method: 'passkey', kinds: everyWay, settings: signUpBy(style), fields: (flow) => ({
    method: 'passkey', passkey_register: made('passkey_create_data')(flow) }) },
])

/** Returns all observable parts of two sign-ups with an address, and of the later attempts with it. */
export async function seenOfSignUp(
  harness: Harness,
  kind: Kind,
  row: SignUp,
  address: string,
): Promise<readonly string[]> {
  const answers: string[] = []
  const client = kind === 'app' ? harness.app() : harness.browser()
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

/** Returns the id of the verification that a sign-up redirects to. */
export function verificationAfter({ body, location }: Answer): string {
  const shown = body?.continue_with?.find(({ action }: { action: string }) => action === 'show_verification_ui')
  return String(shown?.flow.id ?? URL.parse(location ?? '')?.searchParams.get('flow'))
}

/** The attacker's own account; its address is proved. */
export const prober = 'mallory@example.net'
export const proved = (value: string) => ({
  verifiable_addresses: [{ value, via: 'email', verified: true, status: 'completed' }],
})

/** Returns all observable parts of changing one's address to this one, of proving it, and of discarding it. */
export async function seenOfChange(
  harness: Harness,
  kind: Kind,
  use: 'code' | 'link',
  address: string,
): Promise<readonly string[]> {
  const answers: string[] = []
  const app = harness.app()
  const browser = harness.browser()
  const token = kind === 'app' ? String((await app.signIn(prober)).body.session_token) : undefined
  if (kind !== 'app') await browser.signIn(prober)
  const look = async (path: string): Promise<Answer['body']> => {
    const answer = token === undefined ? await browser.ask(path) : await app.ask(path, token)
    answers.push(masked(answer, address))
    return answer.body
  }
  const send = async (flow: Answer['body'], fields: Fields): Promise<Answer> => {
    const answer = token === undefined ? await submit(kind, browser, flow, fields) : await app.send(flow, fields, token)
    answers.push(masked(answer, address))
    return answer
  }
  const traits = kind === 'form' ? { 'traits.email': address } : { traits: { email: address } }
  const settings = `/self-service/settings/${kind === 'app' ? 'api' : 'browser'}`

  for (let time = 1; time <= 2; time += 1) {
    const flow = await look(settings)
    const answer = await send(flow, { method: 'profile', ...traits })
    await look(`/self-service/settings/flows?id=${flow.id}`)
    const waiting = `/self-service/verification/flows?id=${verificationAfter(answer)}`
    for (const fields of [{ code: '000000' }, { email: address }, { code: '000001' }]) {
      await send(await look(waiting), { method: use, ...fields })
    }
  }
  for (const name of ['resend_address', 'discard_address']) {
    const flow = await look(settings)
    const id = flow.ui.nodes.find((node: Answer['body']) => node.attributes.name === name)?.attributes.value
    await send(flow, { [name]: id })
    await look(`/self-service/settings/flows?id=${flow.id}`)
  }
  await look(settings)
  await look('/sessions/whoami')
  const visitor = harness.browser()
  const signIn = (await visitor.ask('/self-service/login/browser')).body
  answers.push(
    masked(
      await visitor.send(signIn, { method: 'password', identifier: address, password: goodPassword + '!' }),
      address,
    ),
  )
  return answers
}
