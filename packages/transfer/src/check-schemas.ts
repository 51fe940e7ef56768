import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import ajvFormats from 'ajv-formats'
import { isJson } from './import-entry.ts'
import type { Json } from './import-entry.ts'
import type { ImportOutcome } from './import-outcome.ts'
import { linearPatterns } from './linear-patterns.ts'

/** Reads an identity schema; nothing where it cannot be had. */
export type ReadSchema = (id: string) => Promise<unknown>

/** Faults of one identity that a report names. */
const mostFaults = 20

/** Looks at identities without sending them: their schemas are those of the service, each read once. */
export function schemaChecks(schema: ReadSchema): (create: Json) => Promise<ImportOutcome> {
  const checks = new Map<string, Promise<ValidateFunction | string>>()
  return async (create) => {
    const id = String(create['schema_id'])
    const check = checks.get(id) ?? compile(id, schema(id))
    checks.set(id, check)
    return verdict(await check, create['traits'])
  }
}

async function compile(id: string, asked: Promise<unknown>): Promise<ValidateFunction | string> {
  const document = await asked
  if (!isJson(document)) return `the service has no schema "${id}", or it cannot be read from here`
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, code: { regExp: linearPatterns } })
  // A CommonJS module whose default export is itself a property.
  ajvFormats.default(ajv)
  ajv.addFormat('tel', true)
  try {
    return ajv.compile(document)
  } catch {
    return `the schema "${id}" of the service cannot be used here`
  }
}

function verdict(check: ValidateFunction | string, traits: unknown): ImportOutcome {
  if (typeof check === 'string') return { result: 'refused', reason: check }
  if (check({ traits })) return { result: 'fine' }
  const errors = check.errors ?? []
  const named = errors.slice(0, mostFaults).map(({ instancePath, message = '' }) => `${instancePath || '/'} ${message}`)
  const rest = errors.length > named.length ? [`and ${errors.length - named.length} more`] : []
  return { result: 'refused', reason: [...named, ...rest].join('; ') }
}
