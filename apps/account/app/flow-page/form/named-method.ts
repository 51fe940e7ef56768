import type { FlowKind } from '@gatehouse/contract/flows'

/**
 * The form as the identity service wants it. The buttons that choose where the code of a second factor goes tell the
 * address alone, while each submission has to name its method; a plain form cannot send both by one button.
 */
export function withNamedMethod(kind: FlowKind, form: URLSearchParams): URLSearchParams {
  if (kind !== 'login' || !form.has('address') || form.has('method')) return form
  return new URLSearchParams([...form, ['method', 'code']])
}
