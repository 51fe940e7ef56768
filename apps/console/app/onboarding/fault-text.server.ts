import type { Changed } from '@gatehouse/client/control-plane'
import type { ConsoleRequest } from '../request/console-request.ts'

type Refused = Extract<Changed<unknown>, { kind: 'refused' }>

/** TABLE: what can be wrong with a provider, as the control plane names it, and the field to mend it in. */
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

/** What is wrong with a provider, and how to mend it; for what has no words of ours, the control plane's. */
export function faultText({ t }: ConsoleRequest, refused: Refused): string {
  const fault = faultOf(refused)
  const said = refused.details?.['said']
  if (fault === undefined) return refused.status === 429 ? t('console_onboarding:fault.too_often') : refused.reason
  if (fault === 'wrong_issuer' && typeof said !== 'string') return t('console_onboarding:fault.not_openid')
  return t(`console_onboarding:fault.${fault}`, { said: typeof said === 'string' ? said : '' })
}
