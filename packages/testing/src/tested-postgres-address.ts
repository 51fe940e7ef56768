import { postgresIsMissing } from './postgres-process.ts'

/** The environment of tests that run on a PostgreSQL at this port; undefined where the machine has none. */
export function testedPostgres(port: number): Record<string, string> | undefined {
  if (postgresIsMissing() !== undefined) return undefined
  return { GATEHOUSE_TESTED_DATABASE: `postgres://gatehouse@127.0.0.1:${port}/test_1` }
}
