/** Every operation of the control plane, by its schema, and the roles that may call it. */
export { auditContract } from '../control-plane/audit.ts'
export { brandingContract } from '../control-plane/branding.ts'
export { brandingParts, type BrandingPart } from '../control-plane/branding-shapes.ts'
export {
  deliveryContract,
  eventStreamContract,
  passwordPlaceholder,
  type EventStreamDestination,
} from '../control-plane/event-streams.ts'
export { eventContract } from '../control-plane/events.ts'
export { pathParameters, regions, type PathParameter, type Region } from '../control-plane/fields.ts'
export { importContract, type ProblemRule } from '../control-plane/imports.ts'
export { inviteContract } from '../control-plane/invites.ts'
export { job, jobContract, jobKinds, jobStates } from '../control-plane/jobs.ts'
export { keyContract } from '../control-plane/keys.ts'
export { memberContract } from '../control-plane/members.ts'
export { onboardingContract, type ConnectionBody } from '../control-plane/onboarding.ts'
export type { OperationContract } from '../control-plane/operation.ts'
export {
  contractOf,
  operationNames,
  operations,
  type AnswerOf,
  type BodyInput,
  type BodyOf,
  type Operation,
  type OperationAbout,
  type ParamsOf,
  type QueryInput,
  type QueryOf,
} from '../control-plane/operations.ts'
export type { BasicOrganizationBody, OrganizationBody } from '../control-plane/organization-shapes.ts'
export { linkContract, organizationContract } from '../control-plane/organizations.ts'
export { adminContract, identityDetails, peopleContract } from '../control-plane/people.ts'
export {
  corsBody,
  projectPatchBody,
  setProjectBody,
  type ApplicationLists,
  type ConfigOrigin,
} from '../control-plane/project-shapes.ts'
export { projectContract, projectCreationContract } from '../control-plane/projects.ts'
export { workspaceContract } from '../control-plane/workspaces.ts'
