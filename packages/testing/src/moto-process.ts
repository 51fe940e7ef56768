import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { installedPythonProgram, pythonProgramIsMissing } from './python-program.ts'
import { startServiceProcess } from './service-process.ts'
import type { ServiceProcess } from './service-process.ts'

/** Amazon's SNS, SQS and STS as moto plays them, on this machine. */
export interface Moto {
  readonly url: string
  stop(): Promise<number | null>
}

const moto = { name: 'moto', module: 'moto.server' } as const

/** Where Python is missing: why moto cannot be run. */
export function motoIsMissing(): Promise<string | undefined> {
  return pythonProgramIsMissing(moto)
}

/** Starts moto; the first call on a machine installs it. */
export async function startMoto(): Promise<Moto> {
  const installed = await installedPythonProgram(moto)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const service: ServiceProcess = await startServiceProcess({
    program: join(installed, 'bin/python3'),
    args: [join(installed, 'bin/moto_server'), '-H', '127.0.0.1', '-p', String(port)],
    environment: {},
    readyUrl: `${url}/moto-api/`,
  })
  return { url, stop: () => service.stop() }
}
