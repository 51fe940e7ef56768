import { contractOf, operationNames } from '@gatehouse/contract/control-plane'

import type { Handlers, Row } from './access/call.ts'
import { auditOperations } from './audit/operations.ts'
import type { AuditDeps } from './audit/operations.ts'
import { brandingOperations } from './branding/operations.ts'
import type { BrandingDeps } from './branding/operations.ts'
import { deliveryOperations } from './event-streams/delivery/operations.ts'
import type { DeliveryOperationDeps } from './event-streams/delivery/operations.ts'
import { eventStreamOperations } from './event-streams/operations.ts'
import type { EventStreamDeps } from './event-streams/operations.ts'
import { eventOperations } from './events/operations.ts'
import type { EventDeps } from './events/operations.ts'
import { importOperations } from './jobs/imports/operations.ts'
import type { ImportDeps } from './jobs/imports/operations.ts'
import { inviteOperations } from './invites/operations.ts'
import type { InviteDeps } from './invites/operations.ts'
import { jobOperations } from './jobs/operations.ts'
import { keyOperations } from './keys/operations.ts'
import type { KeyDeps } from './keys/operations.ts'
import { memberOperations } from './members/operations.ts'
import type { MemberDeps } from './members/operations.ts'
import { onboardingOperations } from './onboarding/operations.ts'
import type { OnboardingDeps } from './onboarding/operations.ts'
import { linkOperations } from './organizations/link-operations.ts'
import type { LinkDeps } from './organizations/link-operations.ts'
import { organizationOperations } from './organizations/operations.ts'
import type { OrganizationDeps } from './organizations/operations.ts'
import { peopleOperations } from './people/operations.ts'
import type { PeopleDeps } from './people/operations.ts'
import { creationOperations } from './projects/creation.ts'
import type { CreationDeps } from './projects/creation.ts'
import { projectOperations } from './projects/operations.ts'
import type { ProjectDeps } from './projects/operations.ts'
import { workspaceOperations } from './workspaces/operations.ts'
import type { WorkspaceDeps } from './workspaces/operations.ts'

/** What the operations need, all together. */
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

/** What answers every operation. */
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
