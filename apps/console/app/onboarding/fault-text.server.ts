import type { CallResult } from '@gatehouse/client/control-plane'
import type { ConsoleRequest } from '../request/console-request.ts'

type Refused = Extract<CallResult<unknown>, { kind: 'refused' }>

/** TABLE: the faults of a provider, as the control plane names them, and the field that corrects each. */
const fields = {
  not_https: 'issuer_url',
  private: 'issuer_url',
  unreachable: 'issuer_url',
  not_openid: 'issuer_url',
  wrong_issuer: 'issuer_url',
  many_directories: 'issuer_url',
  no_codes: 'issuer_url',
  client_refused: 'client_secret',
  no_secret: 'client_secret',
} as const satisfies Readonly<Record<string, 'issuer_url' | 'client_secret'>>

type Fault = keyof typeof fields

function isFault(value: unknown): value is Fault {
  return typeof value === 'string' && Object.hasOwn(fields, value)
}

function faultOf({ details }: Refused): Fault | undefined {
  const fault = details?.['fault']
  return isFault(fault) ? fault : undefined
}

/** The field that a refused connection is mended in; none: it is about none of them. */
export function faultyField(refused: Refused): 'issuer_url' | 'client_secret' | undefined {
  const fault = faultOf(refused)
  return fault && fields[fault]
}

/** Returns the fault of a provider and its remedy; for a fault without words of ours, the control plane's. */
export function faultText({ t }: ConsoleRequest, refused: Refused): string {
  const fault = faultOf(refused)
  const said = refused.details?.['said']
  if (fault === undefined) return refused.status === 429 ? t('console_onboarding:fault.too_often') : refused.reason
  if (fault === 'wrong_issuer' && typeof said !== 'string') return t('console_onboarding:fault.not_openid')
  return t(`console_onboarding:fault.${fault}`, { said: typeof said === 'string' ? said : '' })
}
