import { kratos } from '../engines/kratos.ts'
import { runSuite } from './run-suite.ts'

// A step that is no operation of the client goes over HTTP as it is.
await runSuite(kratos, ['client'])
