import type { FlowKind, InputNode } from '@gatehouse/contract/flows'
import { controlId, isNewPassword } from '@gatehouse/flow-form/nodes'
import type { ReactNode } from 'react'
import { PasswordStrength } from './password-strength.tsx'

/** Draws the content below a field of a flow: for a new password, how strong it is. */
export function belowField(kind: FlowKind, node: InputNode): ReactNode {
  return isNewPassword(kind, node) && <PasswordStrength controlId={controlId(node)} />
}
