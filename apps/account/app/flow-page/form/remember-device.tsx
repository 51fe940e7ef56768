import { isInputNode, type Flow, type FlowKind } from '@gatehouse/contract/flows'
import { rememberDeviceField } from '@gatehouse/contract/account'
import { Checkbox } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import { useRootData } from '../../request/root-data.ts'
import { useText } from '../../text/text-source.ts'

/** What a backup code stands in for. */
const proofs: ReadonlySet<string> = new Set(['totp', 'code', 'webauthn', 'passkey'])

/**
 * For a second step: a tick that spares this browser the next ones. Above the code, as a complete code sends itself.
 * Once on a page: not for a backup code beside the usual proof.
 * `group` is that of the form's main action; a form that only asks for a code to be sent needs none.
 */
export function rememberDevice(kind: FlowKind, flow: Flow, group: string): ReactNode {
  const isSecond = kind === 'login' && 'requested_aal' in flow && flow.requested_aal === 'aal2'
  const isProof = group !== 'code' || flow.ui.nodes.some((one) => isInputNode(one) && one.attributes.name === 'code')
  const isSpare = group === 'lookup_secret' && flow.ui.nodes.some((one) => proofs.has(one.group))
  return isSecond && isProof && !isSpare && <RememberDevice id={`${group}-${rememberDeviceField}`} />
}

function RememberDevice({ id }: { readonly id: string }) {
  const t = useText('login')
  const days = useRootData()?.offers.rememberDeviceDays
  if (days === undefined) return null
  return <Checkbox id={id} name={rememberDeviceField} value="true" label={t('remember_device', { count: days })} />
}
