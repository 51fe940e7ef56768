import { kratosProgram, postgresIsMissing } from '@gatehouse/testing/processes'
import type { EngineName } from '../service/setups.ts'

/**
 * Makes sure that the identity service can run here. If Go or PostgreSQL is missing, the test is skipped with the
 * reason; with `CI=true` that is an error.
 */
export async function needEngine(engine: EngineName, skip: (reason: string) => void): Promise<void> {
  const missing = await whatIsMissing[engine]()
  if (missing === undefined) return
  if (process.env['CI'] === 'true') throw new Error(missing)
  skip(missing)
}

const whatIsMissing: Readonly<Record<EngineName, () => Promise<string | undefined>>> = {
  embedded: async () => undefined,
  'embedded-on-postgres': async () => postgresIsMissing(),
  kratos: () => kratosProgram.missing(),
}
