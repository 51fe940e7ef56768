import { afterAll } from 'vitest'
import { embeddedOnPostgres } from '../engines/embedded-on-postgres.ts'
import { runSuite } from './run-suite.ts'

const { engine, stop } = embeddedOnPostgres()
afterAll(stop)
await runSuite(engine)
