import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { toBase64url } from './base64url.ts'
import type { OfferedKey } from './ask-device.ts'
import { readQuestion } from './key-options.ts'

/** WebAuthn's signals, of which a browser may have some (https://www.w3.org/TR/webauthn-3/#sctn-signal-methods). */
type Signals = Partial<
  Pick<
    typeof PublicKeyCredential,
    'signalUnknownCredential' | 'signalAllAcceptedCredentials' | 'signalCurrentUserDetails'
  >
>

/**
 * Reports to the device which passkeys still work, and the person's name, so that it stops offering the others and
 * shows the right name. `nodes` are those of the settings after a change.
 */
export async function signalKeys(nodes: readonly UiNode[]): Promise<void> {
  const inputs = nodes.filter(isInputNode)
  const question = inputs.find(({ attributes }) => attributes.name === 'passkey_create_data')
  const { rp, user } = readQuestion(question?.attributes.value)?.options.publicKey ?? {}
  const signals = signalsOfBrowser()
  if (signals === undefined || rp?.id === undefined || user === undefined) return
  const allAcceptedCredentialIds = inputs
    .filter(({ attributes }) => attributes.name === 'passkey_remove')
    .map(({ attributes }) => fromHex(String(attributes.value)))
  const whose = { rpId: rp.id, userId: user.id }
  await quietly(async () => {
    await signals.signalAllAcceptedCredentials?.({ ...whose, allAcceptedCredentialIds })
    await signals.signalCurrentUserDetails?.({ ...whose, name: user.name, displayName: user.displayName })
  })
}

/** Reports to the device that the passkey it offered is unknown here. */
export async function signalUnknownKey({ rpId, credentialId }: OfferedKey): Promise<void> {
  await quietly(async () => signalsOfBrowser()?.signalUnknownCredential?.({ rpId, credentialId }))
}

function signalsOfBrowser(): Signals | undefined {
  return typeof PublicKeyCredential === 'undefined' ? undefined : PublicKeyCredential
}

function fromHex(hex: string): string {
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return toBase64url(Uint8Array.from(bytes).buffer)
}

/** A device that does not take signals is no fault of the page. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    // Nothing depends on it.
  }
}
