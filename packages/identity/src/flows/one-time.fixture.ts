import { createAuthenticator, totpCode } from '@gatehouse/testing/devices'

import {
  createProviderHarness,
  idTokenOf,
  type ProviderHarness,
  type TestProvider,
} from '../strategies/oidc/oidc.fixture.ts'
import { optionsAt } from '../strategies/webauthn/key-harness.fixture.ts'
import { codesIn, proved, secretIn } from '../strategies/totp/authenticator.fixture.ts'
import { messages, service, type Answer } from './flow-harness.fixture.ts'

const ada = 'ada@example.org'
const origin = 'http://app.localhost'

/** Two processes of one service: they share only a database. */
export interface Processes {
  readonly one: ProviderHarness
  readonly two: ProviderHarness
}

/** Starts two services over the database of `dsn`. */
export async function startProcesses(dsn: string, started: TestProvider, by: 'code' | 'link'): Promise<Processes> {
  const start = () =>
    createProviderHarness(
      {
        feature_flags: { use_continue_with_transitions: true },
        session: { whoami: { required_aal: 'aal1' } },
        selfservice: {
          methods: {
            code: { enabled: true, passwordless_enabled: true },
            link: { enabled: true },
            totp: { enabled: true },
            lookup_secret: { enabled: true },
            passkey: { enabled: true, config: { rp: { id: 'localhost', display_name: 'Example', origins: [origin] } } },
          },
          flows: {
            recovery: { enabled: true, use: by },
            verification: { enabled: true, use: by },
            registration: {
              style: 'unified',
              after: { hooks: [{ hook: 'session' }], oidc: { hooks: [{ hook: 'session' }] } },
            },
          },
        },
      },
      {},
      {},
      { dsn, started },
    )
  return { one: await start(), two: await start() }
}

/**
 * A proof that counts once. `prepare` returns a function that tries it at a process, and returns whether it counted.
 */
export interface OneTimeThing {
  /** Its name in the table of docs/reference/security.md. */
  readonly what: string
  readonly by?: 'code' | 'link'
  readonly prepare: (
    processes: Processes,
    provider: TestProvider,
  ) => Promise<(at: ProviderHarness, number: number) => Promise<boolean>>
}

const opened = ({ body, cookies }: Answer): boolean =>
  typeof body.session_token === 'string' ||
  cookies.includes('ory_kratos_session') ||
  (Array.isArray(body.continue_with) &&
    body.continue_with.some(({ action }: { action: string }) => action === 'set_ory_session_token'))

const begin = async (at: ProviderHarness, kind: string, token?: string) =>
  (await at.app().ask(`/self-service/${kind}/api`, token)).body

/** A code by message, for a flow that is begun with `fields`. */
const byCode =
  (kind: string, fields: object, again: object = {}, has: { readonly account: boolean } = { account: true }) =>
  async ({ one }: Processes) => {
    if (has.account) await one.account(ada)
    const flow = await begin(one, kind)
    await one.app().send(flow, { method: 'code', ...fields })
    const code = await one.codeFor(ada)
    return async (at: ProviderHarness) => {
      const answer = await at.app().send(flow, { method: 'code', code, ...again })
      return kind === 'verification' ? messages(answer.body).includes(1080002) : opened(answer)
    }
  }

/** The link of a message. Every try opens it in a separate browser. */
const byLink =
  (kind: 'recovery' | 'verification') =>
  async ({ one }: Processes) => {
    await one.account(ada)
    const browser = one.browser()
    const begun = (await browser.ask(`/self-service/${kind}/browser`)).body
    await browser.send(begun, { method: 'link', email: ada })
    const [newest] = await one.messagesTo(ada)
    const link = /https?:\/\/\S+token=\S+/.exec(newest?.body ?? '')?.[0]?.slice(service.length) ?? ''
    return async (at: ProviderHarness) => {
      const answer = await at.browser().ask(link)
      return kind === 'recovery' ? opened(answer) : answer.location?.includes(`flow=${begun.id}`) === true
    }
  }

/** Returns twelve sessions that owe a second factor, each with its flow. */
async function owing(one: ProviderHarness) {
  const sessions = []
  // One after the other: more than ten at once are too many for an account.
  while (sessions.length < 12) {
    const token = String((await one.app().signIn(ada)).body.session_token)
    sessions.push({ token, flow: (await one.app().ask('/self-service/login/api?aal=aal2', token)).body })
  }
  return sessions
}

/** Sets a second factor up in the settings; `secret` is the one that its form shows. */
async function settled(one: ProviderHarness, saves: (flow: Answer['body']) => readonly object[]) {
  await one.account(ada, proved(ada))
  const token = String((await one.app().signIn(ada)).body.session_token)
  const flow = await begin(one, 'settings', token)
  const answers = []
  for (const fields of saves(flow)) answers.push(await one.app().send(flow, fields, token))
  return { flow, answers }
}

/** An id token that is submitted with flows of these kinds, one after the other, or with one flow alone. */
const byToken =
  (
    kinds: readonly ('login' | 'registration')[],
    flows: 'one flow' | 'a flow each',
    has: { readonly account: boolean },
  ) =>
  async ({ one }: Processes, provider: TestProvider) => {
    const fields = async (nonce: string) => ({
      provider: 'corp',
      id_token: await idTokenOf(provider, nonce),
      id_token_nonce: nonce,
    })
    if (has.account) await one.app().send(await begin(one, 'registration'), await fields('n-0'))
    const body = await fields('n-1')
    const begun = await Promise.all(
      Array.from({ length: flows === 'one flow' ? 1 : 12 }, (_, index) =>
        begin(one, kinds[index % kinds.length] ?? 'login'),
      ),
    )
    return async (at: ProviderHarness, number: number) =>
      opened(await at.app().send(begun[number % begun.length], body))
  }

/** TABLE: the proofs that count once, with their preparation. docs/reference/security.md says what uses each of them up. */
export const oneTimeThings: readonly OneTimeThing[] = [
  { what: 'code of a sign-in', prepare: byCode('login', { identifier: ada }) },
  {
    what: 'code of a sign-up',
    prepare: byCode('registration', { traits: { email: ada } }, { traits: { email: ada } }, { account: false }),
  },
  { what: 'code of a recovery', prepare: byCode('recovery', { email: ada }) },
  { what: 'code of a verification', prepare: byCode('verification', { email: ada }) },
  { what: 'link of a recovery', by: 'link', prepare: byLink('recovery') },
  { what: 'link of a verification', by: 'link', prepare: byLink('verification') },
  {
    what: 'code of an authenticator app',
    prepare: async ({ one }) => {
      const { flow } = await settled(one, (form) => [
        { method: 'totp', totp_code: totpCode(secretIn(form), one.clock(), -1) },
      ])
      const totp_code = totpCode(secretIn(flow), one.clock())
      const sessions = await owing(one)
      return async (at, number) => {
        const { token, flow: confirming } = sessions[number] ?? { token: '', flow: undefined }
        return (await at.app().send(confirming, { method: 'totp', totp_code }, token)).status === 200
      }
    },
  },
  {
    what: 'backup code',
    prepare: async ({ one }) => {
      const { answers } = await settled(one, () => [
        { method: 'lookup_secret', lookup_secret_regenerate: true },
        { method: 'lookup_secret', lookup_secret_confirm: true },
      ])
      const [lookup_secret] = codesIn(answers[0]?.body)
      const sessions = await owing(one)
      return async (at, number) => {
        const { token, flow } = sessions[number] ?? { token: '', flow: undefined }
        return (await at.app().send(flow, { method: 'lookup_secret', lookup_secret }, token)).status === 200
      }
    },
  },
  {
    what: 'challenge of a passkey',
    prepare: async ({ one }) => {
      const device = createAuthenticator(origin)
      const signUp = await begin(one, 'registration')
      const passkey_register = device.create(optionsAt(signUp, 'passkey_create_data'))
      await one.app().send(signUp, { method: 'passkey', passkey_register, traits: { email: ada } })
      const flow = await begin(one, 'login')
      const passkey_login = device.get(optionsAt(flow, 'passkey_challenge'))
      return async (at) => opened(await at.app().send(flow, { method: 'passkey', passkey_login }))
    },
  },
  {
    what: 'way back from a provider',
    prepare: async ({ one }, provider) => {
      const query = '?return_session_token_exchange_code=true&return_to=native://done'
      const flow = (await one.app().ask(`/self-service/login/api${query}`)).body
      const start = await one.app().send(flow, { method: 'oidc', provider: 'corp' })
      const back = await provider.visit(start.body.redirect_browser_to)
      return async (at) => (await at.browser().go(back)).location?.startsWith('native://done?code=') === true
    },
  },
  { what: 'id token, in one sign-in', prepare: byToken(['login'], 'one flow', { account: true }) },
  { what: 'id token, in sign-ins', prepare: byToken(['login'], 'a flow each', { account: true }) },
  {
    what: 'id token, in one sign-up with an account',
    prepare: byToken(['registration'], 'one flow', { account: true }),
  },
  { what: 'id token, in one sign-in without an account', prepare: byToken(['login'], 'one flow', { account: false }) },
  { what: 'id token, in one sign-up', prepare: byToken(['registration'], 'one flow', { account: false }) },
  {
    what: 'id token, in flows of both kinds',
    prepare: byToken(['login', 'registration'], 'a flow each', { account: false }),
  },
]
