/** The parts of an OpenAPI 3.1 document that the pages show. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> }
}

/** One call. Only the control plane has keys that begin with `x-`. */
export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: { readonly content: ApiContent }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: ApiContent }>>
  readonly 'x-roles'?: readonly string[]
  readonly 'x-reason-required'?: boolean
}

/** A value in the path, the query or a header. */
export interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: ApiSchema
}

/** Schemas by media type. */
export type ApiContent = Readonly<Record<string, { readonly schema: ApiSchema }>>

/** A JSON Schema, as far as it is shown. */
export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly additionalProperties?: ApiSchema | boolean
  readonly items?: ApiSchema
  readonly oneOf?: readonly ApiSchema[]
  readonly anyOf?: readonly ApiSchema[]
  readonly allOf?: readonly ApiSchema[]
}

/** Reads a document as it is served: JSON. */
export function parseApi(json: string): ApiDocument {
  return JSON.parse(json) as ApiDocument
}
