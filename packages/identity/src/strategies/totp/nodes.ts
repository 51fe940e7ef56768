import type { TOTP } from 'otpauth'
import type { UiNode } from '@gatehouse/contract/flows'

import { saveLabel } from '../../messages/labels.ts'
import {
  removeTotpLabel,
  totpCodeLabel,
  totpQrLabel,
  totpSecret,
  totpSecretLabel,
  withTotpLabel,
  verifyTotpLabel,
} from '../../messages/totp.ts'
import { imageNode, inputNode, nodeName, submitNode, textNode } from '../../nodes/node.ts'
import { qrPicture, qrSize } from './qr.ts'

/** Asks for a code at sign-in. */
export function askCodeNodes(): UiNode[] {
  return [
    inputNode('totp', 'totp_code', 'text', { value: '', required: true }, totpCodeLabel()),
    submitNode('totp', 'method', 'totp', withTotpLabel()),
  ]
}

/** Shows a new key, as a picture and as a text, with a field for a code that proves its receipt. */
export function setUpNodes(key: TOTP): UiNode[] {
  return [
    imageNode('totp', 'totp_qr', qrPicture(key.toString()), qrSize, totpQrLabel()),
    textNode('totp', secretNode, totpSecret(key.secret.base32), totpSecretLabel()),
    inputNode('totp', 'totp_code', 'text', { required: true }, verifyTotpLabel()),
    submitNode('totp', 'method', 'totp', saveLabel()),
  ]
}

/** Offers to take the key away. */
export function removalNodes(): UiNode[] {
  return [inputNode('totp', 'totp_unlink', 'submit', { value: 'true', required: true }, removeTotpLabel())]
}

const secretNode = 'totp_secret_key'

/** Returns the secret (base32) that a stored settings form offers: the key is stored only there until it is saved. */
export function offeredSecret(nodes: readonly UiNode[]): string | undefined {
  const node = nodes.find((one) => one.group === 'totp' && nodeName(one) === secretNode)
  const secret = node?.attributes.node_type === 'text' ? node.attributes.text.context?.['secret'] : undefined
  return typeof secret === 'string' ? secret : undefined
}
