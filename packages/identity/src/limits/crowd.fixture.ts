import { ipv4Addresses } from '@gatehouse/testing/attack'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'

import type { ConfigTree } from '../configuration/unsupported.ts'
import { createHarness, goodPassword, service, type Answer } from '../flows/flow-harness.fixture.ts'

/** The target of the attacks; no attacker can read its messages. */
export const victim = 'victim@example.org'
export const victimPhone = '+4915112345678'
/** A number that every library parses, in a range without subscribers. */
export const fictionalPhone = '+4910000000001'

const address = (via: 'email' | 'sms', type: 'string' | 'array' = 'string') => {
  const one = { type: 'string', 'ory.sh/kratos': { verification: { via } } }
  return type === 'string' ? one : { type, items: one }
}

const traits = {
  name: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
  email: emailTrait('Email'),
  backup: { type: 'string', format: 'email', 'ory.sh/kratos': { recovery: { via: 'email' } } },
  // Addresses that are no sign-in name can be entered for any number of accounts.
  contact: address('email'),
  phone: address('sms'),
  more: address('email', 'array'),
}

const byWord = (...names: string[]) => ({ hooks: names.map((hook) => ({ hook })) })

/** Configurations that send messages at different moments; each is merged over the usual one. */
export const configurations = {
  usual: {},
  verifiesAfterSignIn: { selfservice: { flows: { login: { after: byWord('show_verification_ui') } } } },
  verifiesChanges: { selfservice: { flows: { settings: { after: byWord('show_verification_ui') } } } },
  signsInVerifiedOnly: { selfservice: { flows: { login: { after: byWord('require_verified_address') } } } },
  choosesAddress: { feature_flags: { choose_recovery_address: true, use_continue_with_transitions: true } },
  byLink: {
    selfservice: {
      methods: { link: { enabled: true } },
      flows: { recovery: { use: 'link' }, verification: { use: 'link' } },
    },
  },
  notifiesStrangers: {
    selfservice: {
      flows: { recovery: { notify_unknown_recipients: true }, verification: { notify_unknown_recipients: true } },
    },
  },
  codeAsSecondFactor: { selfservice: { methods: { code: { passwordless_enabled: false, mfa_enabled: true } } } },
  identifierFirst: {
    selfservice: { methods: { password: { enabled: false } }, flows: { login: { style: 'identifier_first' } } },
  },
} satisfies Readonly<Record<string, ConfigTree>>

/** Creates a service with the standard limits, and a crowd of native apps, each request from another address. */
export async function createCrowd(configuration: ConfigTree = {}) {
  const harness = await createHarness({ identity: identityPart('person', schemaOf(traits, {}, [])), ...configuration })
  const addresses = ipv4Addresses(4_000).values()
  let from: string | undefined

  const call = async (
    url: string,
    init: RequestInit & { readonly token?: string | undefined } = {},
  ): Promise<Answer> => {
    const { token, ...rest } = init
    const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' })
    headers.set('x-forwarded-for', from ?? addresses.next().value ?? '')
    if (token !== undefined) headers.set('x-session-token', token)
    const response = await harness.raw(new Request(new URL(url, service), { redirect: 'manual', ...rest, headers }))
    const text = await response.text()
    const body = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, location: null, cookies: [], body }
  }

  const crowd = {
    harness,
    /** Sends all following requests from one address. */
    fromOne: (one = '203.0.113.7') => void (from = one),
    open: async (kind: string, { token, query = '' }: { token?: string; query?: string } = {}) =>
      (await call(`/self-service/${kind}/api${query}`, { token })).body,
    send: (flow: Answer['body'], fields: object, token?: string) =>
      call(flow.ui.action, { method: 'POST', body: JSON.stringify(fields), token }),
    /** Begins a flow and hands something in. */
    submit: async (kind: string, fields: object, token?: string) => {
      const flow = await crowd.open(kind, token === undefined ? {} : { token })
      const answer = await crowd.send(flow, fields, token)
      return { flow, answer }
    },
    /** Creates an account of the attacker's, with a password. */
    signUp: async (given: object) => {
      const { answer } = await crowd.submit('registration', {
        method: 'password',
        password: goodPassword,
        traits: given,
      })
      return { answer, token: answer.status === 200 ? String(answer.body.session_token) : undefined }
    },
    leave: (token: string, confirm: string) =>
      call('/self-service/gatehouse/account', { method: 'DELETE', body: JSON.stringify({ confirm }), token }),
    /** Returns the number of messages that the outbox has for this address, in any spelling. */
    messagesTo: async (address: string) => {
      const rows = (await harness.admin('GET', '/courier/messages?page_size=1000')).body as { recipient: string }[]
      return rows.filter(({ recipient }) => bare(recipient) === bare(address)).length
    },
    allMessages: async () =>
      ((await harness.admin('GET', '/courier/messages?page_size=1000')).body as unknown[]).length,
  }
  return crowd
}

export type Crowd = Awaited<ReturnType<typeof createCrowd>>

/** Returns an address without the parts that a mail server or a telephone ignores. */
function bare(address: string): string {
  const text = address.normalize('NFKC').toLowerCase()
  if (!text.includes('@')) return text.replace(/\D/g, '').replace(/^0+/, '').replace(/^490/, '49').slice(0, 13)
  const inner = /<([^<>]*)>/.exec(text)?.[1] ?? text
  return inner
    .replace(/\([^()]*\)|^mailto:/g, '')
    .replace(/\+[^@]*@/, '@')
    .replace(/[^a-z0-9@.-]/g, '')
    .replace(/\.$/, '')
}
