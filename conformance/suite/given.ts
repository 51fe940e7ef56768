import { givenEngine, targetOf } from '../engines/given.ts'
import { runSuite } from './run-suite.ts'

await runSuite(await givenEngine(targetOf(process.env)))
