import type { FlowDetails } from '../model/flow.ts'
import { sameRequest } from '../oauth2/carried-request.ts'
import { sameOrganization } from '../organization/named.ts'

/** Returns the details that a sign-in or sign-up hands on to the flow that takes its place: its purpose alone. */
export function carriedDetails(details: FlowDetails): FlowDetails {
  const { identitySchema, exchangeHash, afterVerificationReturnTo } = details
  return {
    ...(identitySchema !== undefined && { identitySchema }),
    ...(exchangeHash !== undefined && { exchangeHash }),
    ...(afterVerificationReturnTo !== undefined && { afterVerificationReturnTo }),
    ...sameRequest(details),
    ...sameOrganization(details),
  }
}
