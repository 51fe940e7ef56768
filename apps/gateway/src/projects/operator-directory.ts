import type { AdminClient } from '@gatehouse/client/admin-client'
import type { Identity } from '@gatehouse/contract/identities'
import type { Operator, OperatorDirectory } from '@gatehouse/control-plane/service'

/** Finds operators among the accounts of an identity service. */
export function operatorDirectory(admin: () => AdminClient): OperatorDirectory {
  return {
    find: async (identityId) => {
      const answer = await admin().getIdentity({ id: identityId })
      return answer.kind === 'ok' && isOn(answer.body) ? operatorOf(answer.body) : undefined
    },
    findAll: async (ids) => {
      const answer = await admin().listIdentities({ ids: [...ids], page_size: ids.length })
      return answer.kind === 'ok' ? answer.body.filter(isOn).map(operatorOf) : undefined
    },
  }
}

function isOn({ state }: Identity): boolean {
  return state !== 'inactive'
}

function operatorOf(identity: Identity): Operator {
  const addresses = (identity.verifiable_addresses ?? [])
    .filter(({ via }) => via === 'email')
    .map(({ value, verified }) => ({ value, verified }))
  const [address] = addresses
  return {
    identityId: identity.id,
    email: address?.value ?? text(traitsOf(identity)['email']),
    emailVerified: address?.verified ?? false,
    addresses,
    name: nameOf(identity),
  }
}

function nameOf(identity: Identity): string {
  const { name } = traitsOf(identity)
  if (typeof name !== 'object' || name === null) return text(name)
  const { first, last } = name as Readonly<Record<string, unknown>>
  return [text(first), text(last)].filter((part) => part !== '').join(' ')
}

function traitsOf({ traits }: Identity): Readonly<Record<string, unknown>> {
  return typeof traits === 'object' && traits !== null ? { ...traits } : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
