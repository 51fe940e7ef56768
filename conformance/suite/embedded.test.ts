import { embedded } from '../engines/embedded.ts'
import { runSuite } from './run-suite.ts'

await runSuite(embedded)
