import { emailTrait, schemaOf } from '@gatehouse/testing/journeys'
import { expect } from 'vitest'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import { createHarness, type Answer, type Browser, type Harness } from '../flow-harness.fixture.ts'

/** The one of the running test. */
export let harness: Harness

export const ada = 'ada@example.org'
export const next = 'countess@example.org'
export const bob = 'bob@example.org'

export const twoAddresses = schemaOf({
  email: emailTrait('Email'),
  other: emailTrait('Other'),
  username: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
})

/** Starts a service. */
export async function start(settings: ConfigTree = {}): Promise<void> {
  harness = await createHarness(settings)
}

/** Starts one with mitigation and an account in it; its id. */
export async function open(settings: ConfigTree = {}): Promise<string> {
  await start({ security: { account_enumeration: { mitigate: true } }, ...settings })
  return account(ada)
}

/** Returns an account whose address is proved. */
export const account = (email: string, extra: Readonly<Record<string, unknown>> = {}) =>
  harness.account(email, {
    verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
    ...extra,
  })

export async function signedIn(email = ada): Promise<Browser> {
  const browser = harness.browser()
  expect((await browser.signIn(email)).status).toBe(200)
  return browser
}

export const openSettings = async (browser: Browser) => (await browser.ask('/self-service/settings/browser')).body

export async function change(browser: Browser, traits: object): Promise<Answer> {
  const answer = await browser.send(await openSettings(browser), { method: 'profile', traits })
  harness.clock.advance(1_000)
  return answer
}

export const waitingAfter = ({ body }: Answer): readonly string[] =>
  (body.continue_with ?? [])
    .filter(({ action }: { action: string }) => action === 'show_verification_ui')
    .map(({ flow }: { flow: { id: string } }) => flow.id)

export async function prove(browser: Browser, answer: Answer, address: string, code?: string): Promise<Answer> {
  const [id] = waitingAfter(answer)
  const flow = (await browser.ask(`/self-service/verification/flows?id=${id}`)).body
  return browser.send(flow, { method: 'code', code: code ?? (await harness.codeFor(address)) })
}

export const stored = async (id: string) => (await harness.admin('GET', `/identities/${id}`)).body
export const emailOf = async (id: string) => (await stored(id)).traits.email
export const sentTo = async (address: string) => (await harness.messagesTo(address)).map((row) => row.template)
export const waitingIn = (flow: Answer['body']): readonly string[] =>
  flow.ui.nodes
    .filter(({ attributes }: Answer['body']) => String(attributes.id).startsWith('waiting_address_'))
    .map(({ attributes }: Answer['body']) => attributes.text.text)
export const buttonOf = (flow: Answer['body'], name: string) =>
  flow.ui.nodes.find(({ attributes }: Answer['body']) => attributes.name === name)?.attributes.value
export const ruleOf = ({ body }: Answer) => body.ui.messages[0]?.context?.account_rule
