import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { AdminAccess } from './admin-access.ts'
import { isJson } from './import-entry.ts'
import type { ImportOutcome, ImportReportRow } from './import-report.ts'
import type { SendableEntry } from './send-batch.ts'

/** Looks at entries without sending them: their schemas are those of the service. */
export function dryRun(access: Pick<AdminAccess, 'schema'>) {
  const checks = new Map<string, Promise<ValidateFunction | string>>()
  const checkOf = async (id: string): Promise<ValidateFunction | string> => {
    const known = checks.get(id) ?? compile(id, access.schema(id))
    checks.set(id, known)
    return known
  }
  return (entries: readonly SendableEntry[]): Promise<readonly ImportReportRow[]> =>
    Promise.all(
      entries.map(async ({ place, source, create }) => {
        const outcome = verdict(await checkOf(String(create['schema_id'])), create['traits'])
        return { ...place, ...(source !== undefined && { source }), ...outcome }
      }),
    )
}

async function compile(id: string, asked: Promise<unknown>): Promise<ValidateFunction | string> {
  const document = await asked
  if (!isJson(document)) return `the service has no schema "${id}", or it cannot be read from here`
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false })
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
  const reason = (check.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath || '/'} ${message}`)
  return { result: 'refused', reason: reason.join('; ') }
}
