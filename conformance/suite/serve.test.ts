import { serve } from '../engines/serve.ts'
import { runSuite } from './run-suite.ts'

await runSuite(serve)
