import { join } from 'node:path'
import { exampleOnFastApi, repositoryRoot, startServiceProcess } from '@gatehouse/testing/processes'
import { addPackedPage, type Outside } from './outside.ts'

/** The address of an application, and the account pages that it uses. */
export interface Surroundings {
  readonly port: number
  readonly origin: string
  readonly account: string
  readonly organization: string
}

/** An application that runs. */
export type Stop = () => Promise<unknown>

/** TABLE: the examples, and how each is started as it would be deployed. Their pages look the same. */
export const applications: Readonly<Record<string, (around: Surroundings, outside: Outside) => Promise<Stop>>> = {
  Express: (around) => startIn(repositoryRoot, process.execPath, ['examples/express/main.ts'], around),
  async Vite(around, outside) {
    const folder = await outside.copy('vite')
    await outside.run(folder, 'vite/bin/vite.js', ['build'], environmentOf(around))
    return startIn(folder, process.execPath, [join(outside.folder, 'node_modules/vite/bin/vite.js'), 'preview'], around)
  },
  async 'Next.js'(around, outside) {
    const { folder } = outside
    await addPackedPage(folder)
    const next = 'next/dist/bin/next'
    await outside.run(folder, next, ['build'], environmentOf(around))
    const args = ['start', '--hostname', 'localhost', '--port', String(around.port)]
    return startIn(folder, process.execPath, [join(outside.folder, 'node_modules', next), ...args], around)
  },
  async FastAPI(around) {
    const python = join(await exampleOnFastApi.path(), 'bin/python3')
    const args = ['-m', 'uvicorn', 'app:app', '--host', 'localhost', '--port', String(around.port)]
    return startIn(join(repositoryRoot, 'examples/fastapi'), python, args, around)
  },
}

async function startIn(folder: string, program: string, args: readonly string[], around: Surroundings): Promise<Stop> {
  const service = await startServiceProcess({
    program,
    args,
    folder,
    environment: environmentOf(around),
    readyUrl: `http://localhost:${around.port}/`,
  })
  return () => service.stop()
}

function environmentOf({ port, origin, account, organization }: Surroundings): Readonly<Record<string, string>> {
  return {
    PORT: String(port),
    ORIGIN: origin,
    ACCOUNT: account,
    ACCOUNT_INTERNAL: `http://localhost:${new URL(account).port}`,
    ORGANIZATION: organization,
    NEXT_TELEMETRY_DISABLED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
  }
}
