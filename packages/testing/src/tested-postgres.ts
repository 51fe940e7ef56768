import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-process.ts'

/**
 * Starts the PostgreSQL whose address is in the environment of a project of tests, and returns the function that ends
 * it.
 */
export default async function setUp({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const address = config.env['GATEHOUSE_TESTED_DATABASE']
  if (address === undefined) return undefined
  // Many services are open at once, and each has its own connections.
  const server = await startPostgres({ fsync: 'off', max_connections: '400' }, Number(new URL(address).port))
  server.createDatabase()
  return () => server.stop()
}
