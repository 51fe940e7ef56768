import type { Strategy } from '../../flows/ports/strategy.ts'
import type { LinkDependencies } from './dependencies.ts'
import { linkAdminRecovery, linkCapability } from './links.ts'
import { linkRecovery } from './recovery.ts'
import { createLinkTokens } from './tokens.ts'
import { linkVerification } from './verification.ts'

/** Creates the strategy of one-time links by mail, for the flows of the configuration. */
export function linkStrategy(dependencies: LinkDependencies): Strategy {
  const { flows } = dependencies.config.selfservice
  const tokens = createLinkTokens(dependencies)
  return {
    id: 'link',
    links: linkCapability(dependencies, tokens),
    adminRecovery: linkAdminRecovery(dependencies, tokens),
    ...(flows.recovery.use === 'link' && { recovery: linkRecovery(dependencies, tokens) }),
    ...(flows.verification.use === 'link' && { verification: linkVerification(dependencies, tokens) }),
  }
}
