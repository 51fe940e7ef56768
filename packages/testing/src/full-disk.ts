import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from './free-port.ts'
import { repositoryRoot, startServiceProcess, type ServiceProcess } from './service-process.ts'

/** A gateway whose files may grow no further than to a little more than the largest of its data folder. */
export interface LimitedGateway extends ServiceProcess {
  readonly origin: string
  readonly consoleOrigin: string
  /** Begins sign-ups until the service has no storage left; returns the answer that says so. */
  fill(): Promise<Response>
}

/** Starts one on a data folder that an earlier gateway made. */
export async function startLimitedGateway(dataFolder: string): Promise<LimitedGateway> {
  const names = await readdir(dataFolder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dataFolder, name))).size))
  const kibibytes = Math.ceil(Math.max(...sizes) / 1024) + 200
  const [publicPort = 0, admin = 0, consolePort = 0] = await freePorts(3)
  const origin = `http://localhost:${publicPort}`
  const consoleOrigin = `http://localhost:${consolePort}`
  const service = await startServiceProcess({
    program: 'bash',
    args: ['-c', `ulimit -f ${kibibytes}; exec ${repositoryRoot}/node_modules/node/bin/node apps/gateway/src/main.ts`],
    environment: {
      GATEHOUSE_PUBLIC_URL: origin,
      GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${admin}`,
      GATEHOUSE_CONSOLE_URL: consoleOrigin,
      GATEHOUSE_DATA: dataFolder,
      GATEHOUSE_DEV: 'true',
      GATEHOUSE_WORKERS: '1',
      NODE_COMPILE_CACHE: undefined,
      LOG_LEVEL: 'warn',
    },
    readyUrl: `${origin}/health/ready`,
  })
  return {
    ...service,
    origin,
    consoleOrigin,
    async fill() {
      let answer = await fetch(`${origin}/self-service/login/api`)
      for (let flows = 1; flows < 2_000 && answer.status === 200; flows += 1) {
        await answer.body?.cancel()
        // oxlint-disable-next-line no-await-in-loop -- one after the other, until one is refused
        answer = await fetch(`${origin}/self-service/registration/api`)
      }
      return answer
    },
  }
}
