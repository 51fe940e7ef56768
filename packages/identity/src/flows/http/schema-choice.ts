import type { Refusal } from '../../http/answer.ts'
import type { FlowContext } from '../flow-context.ts'
import { parameter } from './query.ts'
import type { RequestContext } from './request-context.ts'

/** Returns the refusal of an `identity_schema` that cannot be used. */
export function schemaFault({ schemas }: Pick<FlowContext, 'schemas'>, request: RequestContext): Refusal | undefined {
  const wanted = parameter(request, 'identity_schema')
  if (wanted === undefined) return undefined
  const schema = schemas.get(wanted)
  return schema?.selfserviceSelectable
    ? undefined
    : { code: 400, reason: `There is no identity schema "${wanted.slice(0, 100)}" that may be chosen here.` }
}

/** Returns the refusal of a sign-up whose requested or default schema is unusable. */
export function signUpSchemaFault(context: Pick<FlowContext, 'schemas'>, request: RequestContext): Refusal | undefined {
  const { schemas } = context
  const wanted = parameter(request, 'identity_schema')
  const { unusable } = (wanted === undefined ? undefined : schemas.get(wanted)) ?? schemas.standard
  return schemaFault(context, request) ?? (unusable === undefined ? undefined : { code: 503, reason: unusable })
}
