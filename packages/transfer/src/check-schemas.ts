import { Ajv, type ValidateFunction } from 'ajv'
import { referenceFormats } from '@gatehouse/contract/identities'
import { isJson, type Json } from './import-entry.ts'
import type { ImportOutcome } from './import-outcome.ts'
import { linearPatterns } from './linear-patterns.ts'
import { problemNames, problemText, type SchemaProblem } from './schema-problems.ts'

/** Reads an identity schema; undefined if it is not available. */
export type ReadSchema = (id: string) => Promise<unknown>

/** Faults of one identity that a report names. */
const mostFaults = 20

/**
 * The result of a check of an identity. `unusable`: its schema is not available here, so that only the service can say.
 */
export type SchemaVerdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'unusable'; readonly reason: string }
  /** `problems` are the first ones; `reason` names them in plain English, and how many more there are. */
  | { readonly kind: 'faulty'; readonly problems: readonly SchemaProblem[]; readonly reason: string }

/** Looks at identities without sending them: their schemas are those of the service, each read once. */
export function schemaVerdicts(schema: ReadSchema): (create: Json) => Promise<SchemaVerdict> {
  const checks = new Map<string, Promise<Check | string>>()
  return async (create) => {
    const id = String(create['schema_id'])
    const check = checks.get(id) ?? compile(id, schema(id))
    checks.set(id, check)
    const usable = await check
    return typeof usable === 'string' ? { kind: 'unusable', reason: usable } : verdict(usable, create['traits'])
  }
}

/** Returns the same check, with the result as it stands in a report. */
export function schemaChecks(schema: ReadSchema): (create: Json) => Promise<ImportOutcome> {
  const look = schemaVerdicts(schema)
  return async (create) => {
    const found = await look(create)
    return found.kind === 'fits' ? { result: 'fine' } : { result: 'refused', reason: found.reason }
  }
}

interface Check {
  readonly validate: ValidateFunction
  readonly nameOf: ReturnType<typeof problemNames>
}

async function compile(id: string, asked: Promise<unknown>): Promise<Check | string> {
  const document = await asked
  if (!isJson(document)) return `the service has no schema "${id}", or it cannot be read from here`
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, code: { regExp: linearPatterns } })
  for (const [name, isOfFormat] of Object.entries(referenceFormats)) ajv.addFormat(name, isOfFormat)
  ajv.addFormat('tel', true)
  try {
    return { validate: ajv.compile(document), nameOf: problemNames(document) }
  } catch {
    return `the schema "${id}" of the service cannot be used here`
  }
}

function verdict({ validate, nameOf }: Check, traits: unknown): SchemaVerdict {
  if (validate({ traits })) return { kind: 'fits' }
  const errors = validate.errors ?? []
  const problems = errors.slice(0, mostFaults).map(nameOf)
  const rest = errors.length > problems.length ? [`and ${errors.length - problems.length} more`] : []
  return { kind: 'faulty', problems, reason: [...problems.map(problemText), ...rest].join('; ') }
}
