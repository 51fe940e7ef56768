import { contractOf, operationNames } from '@gatehouse/contract/control-plane'

import type { Handlers, Row } from './access/call.ts'
import { auditOperations, type AuditDeps } from './audit/operations.ts'
import { brandingOperations, type BrandingDeps } from './branding/operations.ts'
import { deliveryOperations, type DeliveryOperationDeps } from './event-streams/delivery/operations.ts'
import { eventStreamOperations, type EventStreamDeps } from './event-streams/operations.ts'
import { eventOperations, type EventDeps } from './events/operations.ts'
import { importOperations, type ImportDeps } from './jobs/imports/operations.ts'
import { inviteOperations, type InviteDeps } from './invites/operations.ts'
import { jobOperations } from './jobs/operations.ts'
import { keyOperations, type KeyDeps } from './keys/operations.ts'
import { memberOperations, type MemberDeps } from './members/operations.ts'
import { onboardingOperations, type OnboardingDeps } from './onboarding/operations.ts'
import { linkOperations, type LinkDeps } from './organizations/link-operations.ts'
import { organizationOperations, type OrganizationDeps } from './organizations/operations.ts'
import { peopleOperations, type PeopleDeps } from './people/operations.ts'
import { creationOperations, type CreationDeps } from './projects/creation.ts'
import { projectOperations, type ProjectDeps } from './projects/operations.ts'
import { workspaceOperations, type WorkspaceDeps } from './workspaces/operations.ts'

/** The dependencies of all operations. */
export type OperationDeps = WorkspaceDeps &
  CreationDeps &
  ProjectDeps &
  KeyDeps &
  MemberDeps &
  InviteDeps &
  OrganizationDeps &
  LinkDeps &
  OnboardingDeps &
  EventStreamDeps &
  DeliveryOperationDeps &
  EventDeps &
  AuditDeps &
  PeopleDeps &
  ImportDeps &
  BrandingDeps

/** Returns the handlers of every operation. */
export function operationHandlers(deps: OperationDeps): Handlers {
  return {
    ...workspaceOperations(deps),
    ...creationOperations(deps),
    ...projectOperations(deps),
    ...brandingOperations(deps),
    ...keyOperations(deps),
    ...memberOperations(deps),
    ...inviteOperations(deps),
    ...organizationOperations(deps),
    ...linkOperations(deps),
    ...onboardingOperations(deps),
    ...eventStreamOperations(deps),
    ...deliveryOperations(deps),
    ...eventOperations(deps),
    ...auditOperations(deps),
    ...peopleOperations(deps),
    ...importOperations(deps),
    ...jobOperations(deps),
  }
}

/** The contract, row by row. */
export const operationRows: readonly Row[] = operationNames.map((operation) => ({
  operation,
  ...contractOf(operation),
}))
