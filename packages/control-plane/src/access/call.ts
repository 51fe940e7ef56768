import type {
  OperationContract,
  BodyOf,
  Operation,
  OperationAbout,
  ParamsOf,
  QueryOf,
} from '@gatehouse/contract/control-plane'
import type { Role } from '@gatehouse/contract/operators'

import type { Actor } from '../model/audit-store.ts'
import type { OnboardingLink } from '../model/onboarding-link-store.ts'
import type { Organization } from '../model/organization-store.ts'
import type { Project } from '../model/project-store.ts'
import type { Workspace } from '../model/workspace-store.ts'
import type { LinkHolder, Principal } from '../model/principal.ts'

/** The target of a change, as the audit log records it. */
export interface Target {
  readonly kind: string
  readonly id: string
  readonly name: string
  /** The target's workspace or project, if the call itself does not name it. */
  readonly workspaceId?: string
  readonly projectId?: string
}

/** A request that may be answered. */
export interface BareCall {
  readonly request: Request
  readonly url: URL
  /** Path parameters, percent-decoded, as `pathParameters` reads them. */
  readonly params: Readonly<Record<string, string>>
  /** The caller, under the name that the audit log records. */
  readonly actor: Actor
  /** Whether it came by the project's own address: links of lists then stay as the project's service wrote them. */
  readonly isOwnAddress: boolean
  /** The time of the whole answer, in Unix milliseconds. */
  readonly now: number
  /** Writes a line of the audit log. Call it in the transaction of the change. */
  record(target: Target): Promise<void>
}

/** A request of an identified caller who may make it. */
export interface Call extends BareCall {
  readonly principal: Principal
}

/** A call about one workspace. */
export interface WorkspaceCall extends Call {
  readonly workspace: Workspace
  readonly role: Role
}

/** A call about one project. */
export interface ProjectCall extends Call {
  readonly project: Project
  readonly role: Role
  /** Returns whether the caller may still make this call: for answers that take minutes. */
  readonly stillAllowed: () => Promise<boolean>
}

/** A call with an onboarding link's token, about its organization. */
export interface OnboardingCall extends BareCall {
  readonly principal: LinkHolder
  readonly link: OnboardingLink
  readonly organization: Organization
  readonly project: Project
}

/** The context of a call, by its scope. */
interface Contexts {
  readonly installation: Call
  readonly workspace: WorkspaceCall
  readonly project: ProjectCall
  readonly invitation: Call
  readonly onboarding: OnboardingCall
}

type ContextOf<Op extends Operation> = {
  [Scope in keyof Contexts]: Op extends OperationAbout<Scope> ? Contexts[Scope] : never
}[keyof Contexts]

/** A call of one operation: parameters and query as its contract reads them. */
export type CallOf<Op extends Operation> = Op extends Operation
  ? ContextOf<Op> & {
      readonly params: ParamsOf<Op>
      readonly query: QueryOf<Op>
      /** Reads the JSON body as the contract has it; refuses with 400. */
      body(): Promise<BodyOf<Op>>
    }
  : never

/** The handler of each operation. */
export type Handlers = { readonly [Op in Operation]: (call: CallOf<Op>) => Response | Promise<Response> }

/** The handlers of one part of the contract. */
export type HandlersOf<Contract> = Pick<Handlers, keyof Contract & Operation>

/** A row of the table of operations. */
export interface Row extends OperationContract {
  readonly operation: Operation
}
