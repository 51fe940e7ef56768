import { kratos } from '../engines/kratos.ts'
import { runSuite } from './run-suite.ts'

await runSuite(kratos)
