import { createSharding } from '@gatehouse/testing/shard'
import { afterAll } from 'vitest'
import { serveOnPostgres } from '../engines/serve.ts'
import { runSuite } from './run-suite.ts'

const { engine, stop } = serveOnPostgres()
afterAll(stop)
// The service in this process is played with the client as well.
await runSuite(engine, ['http'], createSharding())
