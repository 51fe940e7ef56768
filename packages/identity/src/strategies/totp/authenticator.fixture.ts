import { totpCode } from '@gatehouse/testing/devices'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import { createHarness, type Answer, type Browser, type HarnessOptions } from '../../flows/flow-harness.fixture.ts'

export const ada = 'ada@example.org'
export const eve = 'eve@example.org'
export const login = '/self-service/login/browser'
export const settings = '/self-service/settings/browser'

/** Returns an address in the form in which an administrator marks it as proved. */
export const proved = (email: string) => ({
  verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
})

/**
 * Creates a service with authenticator apps and backup codes, without codes by mail. Its accounts' addresses are
 * proved.
 */
export async function createFactorHarness(
  options: { readonly methods?: ConfigTree; readonly rest?: ConfigTree } = {},
  harness: HarnessOptions = {},
) {
  const methods = {
    code: { passwordless_enabled: false },
    totp: { enabled: true, config: { issuer: 'Example: shop' } },
    lookup_secret: { enabled: true },
    ...options.methods,
  }
  const { selfservice, ...rest } = options.rest ?? {}
  const overrides = { ...rest, selfservice: { ...(selfservice as ConfigTree | undefined), methods } }
  const made = await createHarness(overrides, undefined, {}, harness)
  return {
    ...made,
    account: (email: string, extra: Readonly<Record<string, unknown>> = {}) =>
      made.account(email, { ...proved(email), ...extra }),
  }
}

/** Returns the secret that a settings form offers. */
export function secretIn(flow: Answer['body']): string {
  return nodeOf(flow, 'totp_secret_key').attributes.text.context.secret
}

/** Returns the backup codes that a settings form shows; used ones are empty. */
export function codesIn(flow: Answer['body']): string[] {
  return nodeOf(flow, 'lookup_secret_codes').attributes.text.context.secrets.map(
    ({ context }: { context: { secret?: string } }) => context.secret ?? '',
  )
}

export function nodeOf(flow: Answer['body'], id: string): Answer['body'] {
  return flow.ui.nodes.find(({ attributes }: Answer['body']) => attributes.id === id)
}

/** Returns the names of a group's nodes. */
export function namesOf(flow: Answer['body'], group: string): string[] {
  return flow.ui.nodes
    .filter((node: Answer['body']) => node.group === group)
    .map(({ attributes }: Answer['body']) => attributes.name ?? attributes.id)
}

/** Sets an authenticator app up, which uses up its code of the previous step. */
export async function setUpTotp(browser: Browser, now: number): Promise<string> {
  const flow = (await browser.ask(settings)).body
  const secret = secretIn(flow)
  const saved = await browser.send(flow, { method: 'totp', totp_code: totpCode(secret, now, -1) })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  return secret
}

/** Sets backup codes up. */
export async function setUpCodes(browser: Browser): Promise<string[]> {
  const flow = (await browser.ask(settings)).body
  const shown = await browser.send(flow, { method: 'lookup_secret', lookup_secret_regenerate: true })
  const saved = await browser.send(flow, { method: 'lookup_secret', lookup_secret_confirm: true })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  return codesIn(shown.body)
}
