/** Operators: their roles and permissions, the projects and workspaces that they see. */
export {
  asksForRole,
  isAllowed,
  permissions,
  policyOf,
  roleOperations,
  type AuditKind,
  type RoleOperation,
} from '../control-plane/permissions.ts'
export {
  accountTargetNames,
  importFaults,
  importSources,
  mostAccountsOfJob,
  mostMatchingOfJob,
  mostImportBytes,
  type AccountAction,
  type AccountTarget,
  type ImportFault,
  type ImportSource,
} from '../job-rule.ts'
export {
  environments,
  roles,
  type Environment,
  type ListScopes,
  type ListedScope,
  type ProjectAccess,
  type Role,
  type ScopeKey,
  type WorkspaceAccess,
} from '../operator-scopes.ts'
export type { ProbeFault, ProbeOutcome, ProbedConnection } from '../provider-probe.ts'
