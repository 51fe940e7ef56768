import { isObject, type Fields } from '../../flows/http/submission.ts'

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
