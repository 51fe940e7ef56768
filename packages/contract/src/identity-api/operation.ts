import type { z } from 'zod'

/** One operation of the identity service. */
export interface IdentityOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /** One sentence for documents. */
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The body is sent as JSON or as a form. */
  readonly isForm?: true
  /** Browsers navigate there directly: without `Accept: application/json` they get a page, or are sent on to one. */
  readonly isForBrowsers?: true
  /** The body by status; null: none. Every other status has the error envelope. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>
}
