import { isObject, textField, type Fields } from '../../flows/http/submission.ts'

/** Submissions name the method, or only press one of its buttons. */
export function selectedBy(...buttons: readonly string[]): (fields: Fields) => boolean {
  return (fields) => {
    const method = textField(fields, 'method')
    if (method.kind === 'text') return method.value === 'oidc'
    return buttons.some((button) => textField(fields, button).kind === 'text')
  }
}

/** Parameters that a page may pass on to the provider. Any other one could change the meaning of the request. */
const passedOn = ['login_hint', 'hd', 'prompt', 'auth_type', 'acr_values'] as const
const longestParameter = 500

/** Returns the parameters of a submission that are passed on to the provider. */
export function upstreamParameters(fields: Fields): Readonly<Record<string, string>> {
  const given = fields['upstream_parameters']
  if (!isObject(given)) return {}
  const known = passedOn.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    return typeof value === 'string' && value !== '' && value.length <= longestParameter ? [[name, value] as const] : []
  })
  return Object.fromEntries(known)
}
