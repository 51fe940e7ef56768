import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { alone, exists } from './go-program.ts'
import { repositoryRoot, startServiceProcess } from './service-process.ts'
import type { ServiceProcess } from './service-process.ts'

const run = promisify(execFile)
const requirements = join(repositoryRoot, 'conformance/engines/moto/requirements.txt')

/** Amazon's SNS, SQS and STS as moto plays them, on this machine. */
export interface Moto {
  readonly url: string
  stop(): Promise<number | null>
}

/** Where Python is missing: why moto cannot be run. What was installed before needs no more than itself. */
export async function motoIsMissing(): Promise<string | undefined> {
  if (await exists(join(await folder(), 'ready'))) return undefined
  try {
    await run('python3', ['-c', 'import venv, ensurepip'])
    return undefined
  } catch {
    return 'Python 3 with venv is not installed, so moto cannot be run (Debian: apt-get install python3-venv)'
  }
}

/** Starts moto; the first call on a machine installs it from PyPI, in the exact versions and with the hashes of its list. */
export async function startMoto(): Promise<Moto> {
  const installation = await installed()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const service: ServiceProcess = await startServiceProcess({
    program: join(installation, 'bin/python3'),
    args: [join(installation, 'bin/moto_server'), '-H', '127.0.0.1', '-p', String(port)],
    environment: {},
    readyUrl: `${url}/moto-api/`,
  })
  return { url, stop: () => service.stop() }
}

async function folder(): Promise<string> {
  const sum = createHash('sha256').update(await readFile(requirements))
  return join(repositoryRoot, 'conformance/.cache', `moto-${sum.digest('hex').slice(0, 16)}`)
}

async function installed(): Promise<string> {
  const installation = await folder()
  await mkdir(join(installation, '..'), { recursive: true })
  return alone(`${installation}.lock`, async () => {
    if (await exists(join(installation, 'ready'))) return installation
    process.stderr.write('Installing moto from conformance/engines/moto; this happens once.\n')
    await rm(installation, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', installation])
    const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:', '-r', requirements]
    await run(join(installation, 'bin/python3'), pip, { timeout: 600_000 })
    // Named last: an installation that was interrupted is done again.
    await run(join(installation, 'bin/python3'), ['-c', 'import moto.server'])
    await mkdir(join(installation, 'ready.part'))
    await rename(join(installation, 'ready.part'), join(installation, 'ready'))
    return installation
  })
}
