import { identifierTraits } from '../../identities/identifier-label.ts'
import type { NodeOrder } from '../../nodes/sort.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import type { FlowContext } from '../flow-context.ts'
import type { MethodNames } from '../ports/method-names.ts'
import type { StoredFlow } from '../model/flow.ts'

/** Returns the order of a flow's nodes; absent: unsorted. `known`: the flow's identity, if it was read. */
export async function nodeOrder(
  { schemas, identities, methodNames }: Pick<FlowContext, 'identities' | 'methodNames' | 'schemas'>,
  flow: StoredFlow,
  known?: Identity,
): Promise<NodeOrder | undefined> {
  switch (flow.kind) {
    case 'login':
      return loginOrder(methodNames)
    case 'registration':
      return registrationOrder(methodNames, flowSchema(schemas, flow))
    case 'settings': {
      const identity = known ?? (flow.identityId === undefined ? undefined : await identities.find(flow.identityId))
      return settingsOrder(methodNames, (identity && schemas.get(identity.schemaId)) ?? schemas.standard)
    }
    case 'recovery':
    case 'verification':
      return undefined
    default:
      return flow.kind satisfies never
  }
}

/** Returns the schema that a sign-in or sign-up flow was started for. */
export function flowSchema(schemas: FlowContext['schemas'], flow: Pick<StoredFlow, 'details'>): IdentitySchema {
  const { identitySchema } = flow.details
  return (identitySchema === undefined ? undefined : schemas.get(identitySchema)) ?? schemas.standard
}

function loginOrder({ groups, besidePassword }: MethodNames): NodeOrder {
  return {
    groups: groups.login,
    keys: ['csrf_token', 'identifier', 'password'],
    passwordAmongDefaults: besidePassword,
    byValue: true,
  }
}

function registrationOrder({ groups, besidePassword }: MethodNames, schema: IdentitySchema): NodeOrder {
  const names = schema.fields.map(({ name }) => name)
  const first = identifierTraits(schema)[0]?.name ?? names[0]
  const until = first === undefined ? 0 : names.indexOf(first) + 1
  return {
    groups: groups.registration,
    keys: ['csrf_token', ...names.slice(0, until), 'password', ...names.slice(until)],
    passwordAmongDefaults: besidePassword,
  }
}

function settingsOrder({ groups }: MethodNames, schema: IdentitySchema): NodeOrder {
  return { groups: groups.settings, keys: ['csrf_token', ...schema.fields.map(({ name }) => name), 'password'] }
}
