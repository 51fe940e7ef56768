import { randomUUID } from 'node:crypto'
import { createDatabaseAt, postgresIsMissing } from './postgres-process.ts'

/** Returns the environment of tests that run on a PostgreSQL at this port; undefined if the machine has none. */
export function testedPostgres(port: number): Record<string, string> | undefined {
  if (postgresIsMissing() !== undefined) return undefined
  return { GATEHOUSE_TESTED_DATABASE: `postgres://gatehouse@127.0.0.1:${port}/test_1` }
}

/**
 * Returns the database of the installation in a folder, the same one each time; undefined if the tests run on files.
 */
export function testedDatabaseFor(folder: string): string | undefined {
  const server = process.env['GATEHOUSE_TESTED_DATABASE']
  if (server === undefined) return undefined
  const present = made.get(folder) ?? createDatabaseAt(Number(new URL(server).port), `test_${randomUUID()}`)
  made.set(folder, present)
  return present
}

const made = new Map<string, string>()
