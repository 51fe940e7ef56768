import type { Message, UiNode } from '@gatehouse/contract/flows'

import type { RecoveryAddress } from '../../identities/identity.ts'
import {
  continueLabel,
  emailLabel,
  phoneLabel,
  rawLabel,
  recoveryAddressLabel,
  resendCodeLabel,
} from '../../messages/labels.ts'
import { recoveryBackLabel } from '../../messages/recovery.ts'
import { csrfNode, hiddenNode, inputNode, submitNode } from '../../nodes/node.ts'
import { addressDigest, maskAddress } from './masked-address.ts'
import { codeInput } from './recovery.ts'

/** Asks who it is about. */
export function askAddressNodes(value?: string): UiNode[] {
  const options = { required: true, ...(value !== undefined && { value }) }
  return [
    csrfNode(),
    inputNode('code', 'recovery_address', 'text', options, recoveryAddressLabel()),
    submitNode('code', 'method', 'code', continueLabel()),
  ]
}

/** Offers the account's addresses, masked. */
export function choiceNodes(addresses: readonly RecoveryAddress[], typed: string): UiNode[] {
  return [
    csrfNode(),
    ...addresses.map(({ value }) =>
      submitNode('code', 'recovery_select_address', addressDigest(value), rawLabel(maskAddress(value))),
    ),
    hiddenNode('code', 'method', 'code'),
    hiddenNode('code', 'recovery_address', typed),
  ]
}

/** Asks for the whole of the address that was chosen. */
export function confirmationNodes(chosen: RecoveryAddress, typed: string): UiNode[] {
  const [type, label]: [string, Message] = chosen.via === 'sms' ? ['tel', phoneLabel()] : ['email', emailLabel()]
  return [
    csrfNode(),
    inputNode('code', 'recovery_confirm_address', type, { required: true }, label),
    hiddenNode('code', 'recovery_address', typed),
    submitNode('code', 'method', 'code', continueLabel()),
    hiddenNode('code', 'method', 'code'),
    submitNode('code', 'screen', 'previous', recoveryBackLabel()),
  ]
}

/** Asks for the code. */
export function askCodeNodes(sentTo: string, typed: string): UiNode[] {
  return [
    csrfNode(),
    codeInput(),
    submitNode('code', 'method', 'code', continueLabel()),
    hiddenNode('code', 'method', 'code'),
    submitNode('code', 'recovery_confirm_address', sentTo, resendCodeLabel()),
    hiddenNode('code', 'recovery_address', typed),
    submitNode('code', 'screen', 'previous', recoveryBackLabel()),
  ]
}
