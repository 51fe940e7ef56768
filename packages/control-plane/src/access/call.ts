import type { z } from 'zod'
import type { Role } from '@gatehouse/contract/operator-places'

import type { Actor } from '../audit/store.ts'
import type { Project } from '../projects/store.ts'
import type { Workspace } from '../workspaces/store.ts'
import type { OnboardingLink } from '../organizations/link-store.ts'
import type { Organization } from '../organizations/store.ts'
import type { OnboardingOperation, Operation, RoleOperation } from './permissions.ts'
import type { LinkHolder, Principal } from './principal.ts'

/** What a change was made to, as the audit log keeps it. */
export interface Target {
  readonly kind: string
  readonly id: string
  readonly name: string
  /** Where it belongs, when the call itself does not say so. */
  readonly workspaceId?: string
  readonly projectId?: string
}

/** A request that may be answered. */
export interface BareCall {
  readonly request: Request
  readonly url: URL
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Who calls, under the name that the audit log keeps. */
  readonly actor: Actor
  /** Whether it came by the project's own address: links of lists then stay as the project's service wrote them. */
  readonly isOwnAddress: boolean
  /** One moment for the whole answer, in Unix milliseconds. */
  readonly now: number
  /** Reads the JSON body in exactly this shape; refuses with 400. */
  body<S extends z.ZodType>(shape: S): Promise<z.output<S>>
  /** Writes a line of the audit log. Call it in the transaction of the change. */
  record(target: Target): void
}

/** A request whose caller is known and may call. */
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
  /** Whether the caller may still make this call: for answers that take minutes. */
  readonly stillAllowed: () => Promise<boolean>
}

/** A call of whoever has an onboarding link, about its organization. */
export interface OnboardingCall extends BareCall {
  readonly principal: LinkHolder
  readonly link: OnboardingLink
  readonly organization: Organization
  readonly project: Project
}

type Answer = Response | Promise<Response>

interface RowOf<Place extends string, Op extends Operation, Context> {
  readonly operation: Op
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{project_id}` and `{workspace_id}` take ids; `{project}` and `{workspace}` take ids or slugs. */
  readonly path: string
  /** What the operation is about, hence whose role is asked for. `invitation`: the token in the body decides; `onboarding`: the link's token, as a bearer token. */
  readonly place: Place
  readonly handle: (call: Context) => Answer
}

/** A row of the table of operations. */
export type Row =
  | RowOf<'installation', RoleOperation, Call>
  | RowOf<'workspace', RoleOperation, WorkspaceCall>
  | RowOf<'project', RoleOperation, ProjectCall>
  | RowOf<'invitation', 'acceptInvite', Call>
  | RowOf<'onboarding', OnboardingOperation, OnboardingCall>
