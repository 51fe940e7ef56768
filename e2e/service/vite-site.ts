import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, repositoryRoot, startServiceProcess, type ServiceProcess } from '@gatehouse/testing/processes'

/** A folder with a Vite configuration, built and served. */
export interface ViteSite extends ServiceProcess {
  readonly origin: string
}

const vite = join(repositoryRoot, 'node_modules/vite/bin/vite.js')

/** Builds the folder as a release does, and serves the result. Rejects if it does not build. */
export async function startViteSite(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<ViteSite> {
  await promisify(execFile)(process.execPath, [vite, 'build', folder], {
    cwd: repositoryRoot,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const usedPort = port ?? (await freePort())
  const origin = `http://localhost:${usedPort}`
  const service = await startServiceProcess({
    args: [vite, 'preview', folder, '--host', 'localhost', '--port', String(usedPort), '--strictPort'],
    environment,
    readyUrl: `${origin}/`,
  })
  return { ...service, origin }
}
