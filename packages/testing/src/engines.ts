import type { Engine } from './engine.ts'
import { goProgram } from './go-program.ts'
import { pythonProgram } from './python-program.ts'

/** Ory Kratos itself, which is also the field's command line. */
export const kratosProgram = goProgram('kratos', 'Ory Kratos 1.3.1')

/** Ory Hydra. */
export const hydraProgram = goProgram('hydra', 'Ory Hydra 2.3.0')

/** Amazon's SNS, SQS and STS, played on this machine. */
export const moto = pythonProgram({ name: 'moto', module: 'moto.server' })

/** Sends requests that an OpenAPI document allows, and ones that it does not. */
export const schemathesis = pythonProgram({ name: 'schemathesis', module: 'schemathesis' })

/** Ory's clients for Python: that of Kratos and that of the whole platform. */
export const oryClients = pythonProgram({ name: 'ory-clients', module: 'ory_kratos_client, ory_client' })

/** The Python libraries of the FastAPI example. */
export const exampleOnFastApi = pythonProgram({
  name: 'fastapi',
  module: 'fastapi',
  list: 'examples/fastapi/requirements.txt',
})

/** All engines of `npm run engines`, the quickest first; those that are compiled later use every core alone. */
export const engines: readonly Engine[] = [
  exampleOnFastApi,
  oryClients,
  moto,
  schemathesis,
  hydraProgram,
  kratosProgram,
]
