import type { z } from 'zod'

import { auditContract } from './audit.ts'
import { deliveryContract, eventStreamContract } from './event-streams.ts'
import { eventContract } from './events.ts'
import { brandingContract } from './branding.ts'
import type { PathParameter } from './fields.ts'
import { importContract } from './imports.ts'
import { inviteContract } from './invites.ts'
import { jobContract } from './jobs.ts'
import { keyContract } from './keys.ts'
import { memberContract } from './members.ts'
import { onboardingContract } from './onboarding.ts'
import type { OperationContract } from './operation.ts'
import { linkContract, organizationContract } from './organizations.ts'
import { adminContract, peopleContract } from './people.ts'
import { projectContract, projectCreationContract } from './projects.ts'
import { workspaceContract } from './workspaces.ts'

/**
 * TABLE: every operation of the control plane, in the order in which docs/reference/control-plane.md lists them. The server
 * validates by it, the client is typed by it, and the OpenAPI document is drawn from it.
 */
export const operations = {
  ...workspaceContract,
  ...projectCreationContract,
  ...projectContract,
  ...brandingContract,
  ...keyContract,
  ...memberContract,
  ...inviteContract,
  ...organizationContract,
  ...linkContract,
  ...onboardingContract,
  ...eventStreamContract,
  ...deliveryContract,
  ...eventContract,
  ...auditContract,
  ...adminContract,
  ...peopleContract,
  ...importContract,
  ...jobContract,
} as const satisfies Readonly<Record<string, OperationContract>>

type Operations = typeof operations

/** The name of an operation of the control plane. */
export type Operation = keyof Operations

/** The same, in the order of the table. */
export const operationNames = Object.keys(operations) as readonly Operation[]

/** Returns the contract of an operation, without its specific types. */
export function contractOf(operation: Operation): OperationContract {
  return operations[operation]
}

/** The operations that are about one kind of scope. */
export type OperationAbout<Scope extends OperationContract['scope']> = {
  [Op in Operation]: Operations[Op]['scope'] extends Scope ? Op : never
}[Operation]

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The parameters of an operation's path. */
export type ParamsOf<Op extends Operation> = {
  readonly [Name in NamesIn<Operations[Op]['path']> & PathParameter]: string
}

/** The query of an operation after it was read. */
export type QueryOf<Op extends Operation> = Operations[Op] extends { readonly query: infer Query extends z.ZodType }
  ? z.output<Query>
  : Readonly<Record<string, never>>

/** The query that a caller gives: every parameter as text. */
export type QueryInput<Op extends Operation> = Operations[Op] extends { readonly query: infer Query extends z.ZodType }
  ? z.input<Query>
  : Readonly<Record<string, never>>

/** An operation's body after it was read; `never` if it has none. */
export type BodyOf<Op extends Operation> = Operations[Op] extends { readonly body: infer Body extends z.ZodType }
  ? z.output<Body>
  : never

/** The body that a caller sends; `undefined` if there is none. */
export type BodyInput<Op extends Operation> = Operations[Op] extends { readonly body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined

type BodyOfAnswer<Answer> = Answer extends z.ZodType ? z.output<Answer> : undefined

/** The answer of an operation that succeeds; `undefined`: no body. */
export type AnswerOf<Op extends Operation> = {
  [Name in Op]: BodyOfAnswer<Operations[Name]['answers'][keyof Operations[Name]['answers']]>
}[Op]
