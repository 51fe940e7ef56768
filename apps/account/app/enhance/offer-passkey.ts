import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { askDevice } from './ask-device.ts'

/** A settings flow that can take a passkey. */
export interface PasskeyChance {
  /** Path and query to submit to. */
  readonly action: string
  readonly csrfToken: string
  /** The question for the device, as the node holds it. */
  readonly question: unknown
}

/** The outcome of creating a passkey. */
export type Made = 'made' | 'declined' | 'failed'

/** Whether this account could have a passkey and has none; asks the service. */
export async function findChance(): Promise<PasskeyChance | undefined> {
  const response = await fetch('/self-service/settings/browser', { headers: { Accept: 'application/json' } })
  if (!response.ok) return undefined
  const flow = parseFlow(await response.json())
  const inputs = flow?.nodes.filter(isInputNode) ?? []
  const valueOf = (name: string): unknown => inputs.find(({ attributes }) => attributes.name === name)?.attributes.value
  const question = valueOf('passkey_create_data')
  const csrfToken = valueOf('csrf_token')
  const hasOne = inputs.some(({ attributes }) => attributes.name === 'passkey_remove')
  if (flow === undefined || typeof question !== 'string' || typeof csrfToken !== 'string' || hasOne) return undefined
  const { pathname, search } = new URL(flow.action, location.href)
  return { action: `${pathname}${search}`, csrfToken, question }
}

/** Whether the browser creates passkeys without a prompt after a sign-in with a password that it stores. */
export async function canUpgrade(): Promise<boolean> {
  const capabilities: object = (await PublicKeyCredential.getClientCapabilities?.()) ?? {}
  return Reflect.get(capabilities, 'conditionalCreate') === true
}

/** Whether this device can keep a passkey at all. */
export async function canKeep(): Promise<boolean> {
  return (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false
}

/** Has the device create a passkey, and sends it to the service. `upgrade`: without a prompt. */
export async function makePasskey(how: 'create' | 'upgrade', chance: PasskeyChance): Promise<Made> {
  const answer = await askDevice(how, chance.question, () => undefined)
  if (answer.kind === 'silent') return answer.why === 'cancelled' ? 'declined' : 'failed'
  const response = await fetch(chance.action, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      csrf_token: chance.csrfToken,
      method: 'passkey',
      passkey_settings_register: answer.text,
    }),
  })
  if (response.ok) return 'made'
  // The device keeps a passkey that the service refused; it should not offer it.
  const { signalUnknownKey } = await import('./signal-keys.ts')
  await signalUnknownKey(answer.key)
  return 'failed'
}

interface ReadFlow {
  readonly action: string
  readonly nodes: readonly UiNode[]
}

function parseFlow(value: unknown): ReadFlow | undefined {
  const ui = typeof value === 'object' && value !== null && 'ui' in value ? value.ui : undefined
  const isFlow = typeof ui === 'object' && ui !== null && 'nodes' in ui && 'action' in ui && Array.isArray(ui.nodes)
  return isFlow ? (ui as ReadFlow) : undefined
}
