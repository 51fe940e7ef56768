import { publicUrl, withParameters } from '../../flows/presentation/present.ts'
import { completedBy } from '../../flows/verification/subject.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { AdminRecoveryCapability, LinkCapability, LinkOutcome } from '../../flows/ports/strategy.ts'
import type { LinkDependencies } from './dependencies.ts'
import { linkNodes } from './nodes.ts'
import type { LinkTokens } from './tokens.ts'

/** Returns the address for a message. */
export function linkTo(config: LinkDependencies['config'], flow: StoredFlow, token: string): string {
  const base = config.selfservice.methods.link.baseUrl ?? config.publicBaseUrl
  return withParameters(publicUrl(base, `/self-service/${flow.kind}`), { flow: flow.id, token })
}

/** Opening links. */
export function linkCapability({ identities }: LinkDependencies, tokens: LinkTokens): LinkCapability {
  return {
    knows: (purpose, flow, token) => tokens.knows(flow.id, purpose, token),
    open: async (purpose, flow, token, now): Promise<LinkOutcome> => {
      const result = await tokens.check(flow.id, purpose, token, now)
      if (result.kind === 'expired') return result
      if (result.kind === 'wrong') return { kind: 'invalid' }
      const { identityId, address } = result.token
      if (identityId === undefined) {
        const what = completedBy(flow, address)
        return what ? { kind: 'completes', what, address } : { kind: 'invalid' }
      }
      const identity = await identities.find(identityId)
      const addresses = purpose === 'recovery' ? identity?.recoveryAddresses : identity?.verifiableAddresses
      // An administrator's link was sent to no address; any other one must still reach its owner.
      const isTheirs = flow.details.adminCreated === true || addresses?.some(({ value }) => value === address)
      return identity && isTheirs ? { kind: 'opened', identityId, address } : { kind: 'invalid' }
    },
  }
}

/** Links that an administrator hands out. They were sent to no address, so they prove none. */
export function linkAdminRecovery({ config }: LinkDependencies, tokens: LinkTokens): AdminRecoveryCapability {
  return {
    nodes: () => linkNodes(),
    issue: async (flow, identityId) => {
      const { id: flowId, expiresAt } = flow
      return linkTo(
        config,
        flow,
        await tokens.issue({ flowId, purpose: 'recovery', address: '', identityId, expiresAt }),
      )
    },
  }
}
