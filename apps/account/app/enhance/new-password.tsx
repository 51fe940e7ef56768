import type { FlowKind, InputNode } from '@gatehouse/contract/flows'
import { controlId, isNewPassword } from '@gatehouse/flow-form/nodes'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { PasswordStrengthProps } from './password-strength.tsx'

/** The meter under a new password. Its script is fetched with the first letter typed. */
function NewPassword({ controlId }: PasswordStrengthProps) {
  const [Meter, setMeter] = useState<ComponentType<PasswordStrengthProps>>()
  useEffect(() => {
    const control = document.getElementById(controlId)
    const fetchMeter = () =>
      void import('./password-strength.tsx').then(({ PasswordStrength }) => setMeter(() => PasswordStrength))
    // Somebody may have begun before script was here.
    if (control instanceof HTMLInputElement && control.value !== '') fetchMeter()
    else control?.addEventListener('input', fetchMeter, { once: true })
    return () => control?.removeEventListener('input', fetchMeter)
  }, [controlId])
  return Meter && <Meter controlId={controlId} />
}

/** What stands below a field of a flow: for a new password, how strong it is. */
export function belowField(kind: FlowKind, node: InputNode): ReactNode {
  return isNewPassword(kind, node) && <NewPassword controlId={controlId(node)} />
}
