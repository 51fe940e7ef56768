import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  createHarness,
  field,
  goodPassword,
  messages,
  messagesAt,
  type Harness,
} from '../flows/flow-harness.fixture.ts'
import { after, startHookReceiver, webHook, type HookReceiver, type Said } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver

beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const ada = 'ada@example.org'
const parse = { response: { parse: true } }
const hook = (path: string, config: Record<string, unknown> = parse) => webHook(receiver.url + path, config)
const saying = (identity: unknown): Said => ({ status: 200, body: { identity } })
const provedAda = { value: ada, via: 'email', verified: true, status: 'completed' }

/** Opens a service whose sign-up ends with these hooks, and signs in. */
async function open(hooks: readonly unknown[], overrides: Record<string, unknown> = {}) {
  harness = await createHarness({
    ...after('registration', ...hooks, { hook: 'session' }, { hook: 'show_verification_ui' }),
    ...overrides,
  })
}

async function signUp(extra: Record<string, unknown> = {}) {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/registration/browser')).body
  const body = { method: 'password', traits: { email: ada }, password: goodPassword, ...extra }
  return { browser, flow, answer: await browser.send(flow, body) }
}

const accounts = async () => (await harness.admin('GET', '/identities')).body
const paths = () => receiver.received.map(({ path }) => path)

describe('at the end of a sign-up the account has the values of a parsed answer', () => {
  test.each(['inactive', 'waiting_for_approval'])(
    'state "%s": it is stored, without a session, and without a message @hook-answer-1',
    async (state) => {
      await open([hook('/check'), hook('/told', {})])
      receiver.answers = { '/check': saying({ state }) }
      const { answer, browser } = await signUp()
      expect([answer.status, answer.body.error?.message, answer.cookies]).toEqual([401, 'the account is disabled', []])
      expect((await browser.whoami()).status).toBe(401)
      expect(await accounts()).toMatchObject([{ state: 'inactive', traits: { email: ada } }])
      expect([await harness.messagesTo(ada), paths()]).toEqual([[], ['/check']])
      expect((await harness.browser().signIn(ada)).status).toBe(400)
      const [{ id }] = await accounts()
      await harness.admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/state', value: 'active' }])
      expect((await harness.browser().signIn(ada)).status).toBe(200)
    },
  )

  test('an app gets no token of an account that is inactive, and a browser is redirected to the error page @hook-answer-2', async () => {
    await open([hook('/check')])
    receiver.answers = { '/check': saying({ state: 'inactive' }) }
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    const body = { method: 'password', traits: { email: ada }, password: goodPassword }
    const refused = await app.send(flow, body)
    expect([refused.status, refused.body.session_token]).toEqual([401, undefined])
    const browser = harness.browser()
    const form = (await browser.ask('/self-service/registration/browser')).body
    const grace = { method: 'password', 'traits.email': 'grace@example.org', password: goodPassword }
    const sent = await browser.post(form, grace)
    expect([sent.status, sent.location, sent.cookies]).toEqual([303, expect.stringContaining('/error?id='), []])
    expect((await browser.whoami()).status).toBe(401)
  })

  test('an inactive account whose address has to be proved first opens no session when it is @hook-answer-3', async () => {
    await open([hook('/check')], { security: { account_enumeration: { mitigate: true } } })
    receiver.answers = { '/check': saying({ state: 'inactive' }) }
    const { answer, browser } = await signUp()
    expect(answer.status).toBe(200)
    const proof = answer.body.continue_with.find(({ action }: { action: string }) => action === 'show_verification_ui')
    const verification = (await browser.ask(`/self-service/verification/flows?id=${proof.flow.id}`)).body
    await browser.send(verification, { method: 'code', code: await harness.codeFor(ada) })
    expect(await accounts()).toMatchObject([{ state: 'inactive', verifiable_addresses: [{ verified: true }] }])
    expect((await browser.whoami()).status).toBe(401)
  })

  test.each([
    ['as the wire writes it', provedAda],
    ['with no more than needed', { value: ' ADA@example.org', verified: true }],
    ['with words of its own', { ...provedAda, status: 'proved', verified_at: 'yesterday', note: { by: 'crm' } }],
  ])('an address that it vouches for is proved, and gets no message: %s @hook-answer-4', async (_, address) => {
    await open([hook('/check')])
    receiver.answers = { '/check': saying({ verifiable_addresses: [address] }) }
    const { answer, browser } = await signUp()
    expect(answer.status).toBe(200)
    const { identity } = (await browser.whoami()).body
    const proved = { value: ada, verified: true, status: 'completed', verified_at: expect.any(String) }
    expect(identity.verifiable_addresses).toMatchObject([proved])
    expect(await harness.messagesTo(ada)).toEqual([])
  })

  test('also if addresses are proved before an account is created @hook-answer-5', async () => {
    await open([hook('/check')], { security: { account_enumeration: { mitigate: true } } })
    receiver.answers = { '/check': saying({ verifiable_addresses: [provedAda] }) }
    expect((await (await signUp()).browser.whoami()).status).toBe(200)
  })

  test('the next hook sees the changes of the one before, and the last answer counts @hook-answer-6', async () => {
    await open([hook('/first'), hook('/second', { can_interrupt: true }), hook('/third')])
    receiver.answers = {
      '/first': saying({
        traits: { email: ada, name: { first: 'Ada' } },
        metadata_public: { plan: 'free' },
        metadata_admin: { crm: 7 },
        external_id: 'x1',
        verifiable_addresses: [provedAda],
        state: 'inactive',
      }),
      '/third': saying({ metadata_public: { plan: 'pro' }, state: 'active' }),
    }
    const { answer } = await signUp()
    const seen = {
      traits: { email: ada, name: { first: 'Ada' } },
      metadata_public: { plan: 'free' },
      metadata_admin: { crm: 7 },
      external_id: 'x1',
      verifiable_addresses: [{ value: ada, verified: true }],
      state: 'inactive',
    }
    expect(receiver.received.slice(1).map(({ body }) => body.identity)).toMatchObject([seen, seen])
    expect(answer.body.identity).toMatchObject({
      traits: seen.traits,
      metadata_public: { plan: 'pro' },
      external_id: 'x1',
      state: 'active',
    })
    expect(await accounts()).toMatchObject([{ metadata_admin: { crm: 7 } }])
  })

  test('the schema that it names is the one that traits have to fit @hook-answer-7', async () => {
    const company = schemaOf({ email: emailTrait('Email'), size: { type: 'integer' } }, {}, ['size'])
    const person = identityPart('person', schemaOf({ email: emailTrait('Email') }))
    const schemas = [...person.schemas, ...identityPart('company', company).schemas]
    await open([hook('/check')], { identity: { ...person, schemas } })
    receiver.answers = { '/check': saying({ schema_id: 'company' }) }
    const unfit = await signUp()
    expect([unfit.answer.status, unfit.answer.body.ui.messages[0].text]).toEqual([400, expect.stringContaining('size')])
    expect(field(unfit.answer.body, 'traits.size')).toBeUndefined()
    receiver.answers = { '/check': saying({ schema_id: 'company', traits: { email: ada, size: 7 } }) }
    expect((await signUp()).answer.body.identity).toMatchObject({ schema_id: 'company', traits: { size: 7 } })
    receiver.answers = { '/check': saying({ schema_id: 'nowhere' }) }
    expect((await signUp({ traits: { email: 'b@example.org' } })).answer.status).toBe(502)
    expect(harness.warnings.join()).toContain('"nowhere"')
  })

  test('traits that break the schema are reported at their fields, and nothing is stored @hook-answer-8', async () => {
    await open([hook('/check')])
    receiver.answers = { '/check': saying({ traits: { email: 'no address', age: 7, crm: {} } }) }
    const { answer } = await signUp()
    expect([answer.status, messagesAt(answer.body, 'traits.email')]).toEqual([400, [4000040]])
    expect(messagesAt(answer.body, 'traits.age')).toEqual([4000018])
    expect(field(answer.body, 'traits.email').attributes.value).toBe(ada)
    expect(await accounts()).toEqual([])
  })

  test('ignored parts of an answer cause one warning each, by their name @hook-answer-9', async () => {
    await open([hook('/check')])
    const other = { value: 'else@example.org', via: 'email', verified: true }
    const identity = {
      organization_id: 'acme',
      credentials: { password: { config: { password: 'x' } } },
      created_at: null,
      state: 'waiting',
      verifiable_addresses: [provedAda, other],
      recovery_addresses: [other],
    }
    receiver.answers = { '/check': { status: 200, body: { identity, accepted: true } } }
    for (let times = 0; times < 2; times += 1) await signUp()
    const names = ['accepted', 'identity.organization_id', 'identity.credentials', 'identity.state']
    const addresses = ['identity.verifiable_addresses.1', 'identity.recovery_addresses.0']
    const path = 'selfservice.flows.registration.after.hooks.0'
    expect(harness.warnings.map((text) => text.slice(0, text.indexOf(' is not taken')))).toEqual(
      [...names, ...addresses].map((name) => `${path}: "${name}" of its answer`),
    )
    expect(harness.warnings.join()).not.toContain('else@example.org')
  })

  test('the account as it was sent is no change, and no reason for a warning @hook-answer-10', async () => {
    await open([hook('/check')])
    receiver.answers = { '/check': ({ body }) => saying(body.identity) }
    expect([(await signUp()).answer.status, harness.warnings]).toEqual([200, []])
    expect((await harness.messagesTo(ada)).length).toBe(1)
  })

  test('parts that are null, or an account without parts, change nothing @hook-answer-17', async () => {
    await open([hook('/check'), hook('/second'), hook('/third')])
    const names = ['schema_id', 'state', 'traits', 'external_id', 'verifiable_addresses', 'recovery_addresses']
    receiver.answers = {
      '/check': saying(Object.fromEntries(names.map((name) => [name, null]))),
      '/second': saying({ state: '', schema_id: '', verifiable_addresses: [], recovery_addresses: [] }),
      '/third': saying(null),
    }
    const { answer } = await signUp()
    expect(answer.body.identity).toMatchObject({ state: 'active', schema_id: 'person', traits: { email: ada } })
    expect([answer.status, harness.warnings]).toEqual([200, []])
  })

  test.each([
    ['identity', { identity: 7 }],
    ['identity.state', { identity: { state: 7 } }],
    ['identity.traits', { identity: { traits: [] } }],
    ['identity.verifiable_addresses.0.value', { identity: { verifiable_addresses: [{ verified: true }] } }],
    ['not a JSON object', 'welcome'],
    ['not a JSON object', '[]'],
  ])('an answer that cannot be read at %s opens nothing, and the log says where @hook-answer-11', async (at, body) => {
    await open([hook('/check')])
    receiver.answers = { '/check': { status: 200, body } }
    expect([(await signUp()).answer.status, await accounts()]).toEqual([502, []])
    expect(harness.warnings).toEqual([expect.stringContaining(at)])
  })

  test('of a hook that may refuse and is not parsed, only a refusal is taken @hook-answer-12', async () => {
    await open([hook('/check', { can_interrupt: true }), hook('/plain', { can_interrupt: true })])
    receiver.answers = { '/check': saying({ state: 'inactive' }), '/plain': { status: 200, body: 'welcome' } }
    expect((await signUp()).answer.status).toBe(200)
    expect(harness.warnings).toEqual([expect.stringContaining('"identity" of its answer is not taken')])
    expect(harness.warnings[0]).toContain('response.parse')
  })
})

describe('at the end of a change of settings', () => {
  const next = 'lovelace@example.org'
  const provedNext = { ...provedAda, value: next }

  /** Changes the address of Ada, who is signed in, and returns the result. */
  async function change(identity: unknown, overrides: Record<string, unknown> = {}) {
    harness = await createHarness({ ...after('settings', hook('/check')), ...overrides })
    await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada)
    const settings = (await browser.ask('/self-service/settings/browser')).body
    receiver.answers = { '/check': saying(identity) }
    const answer = await browser.send(settings, { method: 'profile', traits: { email: next } })
    return { answer, browser }
  }

  test.each([false, true])(
    'a new address that is vouched for counts at once and gets no message; hidden accounts: %s @hook-answer-13',
    async (mitigate) => {
      const { answer, browser } = await change(
        { verifiable_addresses: [provedNext] },
        { security: { account_enumeration: { mitigate } } },
      )
      expect(answer.status).toBe(200)
      const { identity } = (await browser.whoami()).body
      expect(identity).toMatchObject({
        traits: { email: next },
        verifiable_addresses: [{ value: next, verified: true }],
      })
      const mails = await harness.messagesTo(next)
      expect(mails.filter(({ template }) => template.startsWith('verification'))).toEqual([])
    },
  )

  test('an account that becomes inactive loses its sessions @hook-answer-14', async () => {
    const { browser } = await change({ state: 'inactive' })
    expect((await browser.whoami()).status).toBe(401)
    expect(await accounts()).toMatchObject([{ state: 'inactive' }])
  })

  test('traits that break the schema are reported at their fields @hook-answer-15', async () => {
    const { answer, browser } = await change({ traits: { email: next, age: 7 } })
    expect([answer.status, messagesAt(answer.body, 'traits.age'), messages(answer.body)]).toEqual([400, [4000018], []])
    expect((await browser.whoami()).body.identity.traits).toEqual({ email: ada })
  })
})

test('if no account is stored, the changes of an answer cause a warning @hook-answer-16', async () => {
  harness = await createHarness(after('login', hook('/check')))
  await harness.account(ada)
  receiver.answers = { '/check': saying({ state: 'inactive' }) }
  expect((await harness.browser().signIn(ada)).status).toBe(200)
  expect(await accounts()).toMatchObject([{ state: 'active' }])
  expect(harness.warnings).toEqual([expect.stringContaining('"identity" of its answer is not taken')])
})
