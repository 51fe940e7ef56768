import type { z } from 'zod'

/**
 * The scope of an operation, which decides the required role. `invitation`: the token in the body decides;
 * `onboarding`: the token of an onboarding link, as a bearer token.
 */
export type Scope = 'installation' | 'workspace' | 'project' | 'invitation' | 'onboarding'

/** One operation of the control plane: the caller's request, and the answers of success. */
export interface OperationContract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{project_id}` takes an id; `{project}` and `{workspace}` take ids or slugs. Every name is a key of `pathParameters`. */
  readonly path: `/${string}`
  readonly scope: Scope
  /** One sentence for documents. */
  readonly summary: string
  /** `field`: the field's client has it under this name. */
  readonly origin: 'field' | 'ours'
  /** Every parameter is sent as text; empty: not given. Unknown ones are ignored. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The body is a file of one of these types, written down while it arrives. */
  readonly upload?: readonly string[]
  /** The body by the status of success; null: none. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>
  /** Media types that an answer can have instead of JSON. */
  readonly otherMedia?: readonly string[]
  /** Query and body are passed on to the project's identity service, which reads them. */
  readonly forwarded?: true
}
