import { kratosProgram } from '@gatehouse/testing/processes'
import type { EngineName } from '../service/setups.ts'

/**
 * Makes sure that the identity service can run here. Where Go is missing, the test is skipped with the reason; on the
 * machine that decides (`CI=true`) that is an error.
 */
export async function needEngine(engine: EngineName, skip: (reason: string) => void): Promise<void> {
  if (engine === 'embedded') return
  const missing = await kratosProgram.missing()
  if (missing === undefined) return
  if (process.env['CI'] === 'true') throw new Error(missing)
  skip(missing)
}
