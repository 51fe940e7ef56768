import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { moto } from './engines.ts'
import { startServiceProcess, type ServiceProcess } from './service-process.ts'

/** Amazon's SNS, SQS and STS as moto plays them, on this machine. */
export interface Moto {
  readonly url: string
  stop(): Promise<number | null>
}

/** Starts moto. */
export async function startMoto(): Promise<Moto> {
  const installed = await moto.path()
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
