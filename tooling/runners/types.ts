import { join } from 'node:path'
import { root, runTool } from './tool.ts'

/** The result of the last check: unchanged files are not checked again. */
const lastCheck = 'node_modules/.cache/types.tsbuildinfo'

/** Draws up the types of the routes, then checks everything. */
export async function checkTypes(): Promise<{ readonly code: number; readonly output: string }> {
  const routes = await runTool('react-router', ['typegen'], { folder: join(root, 'apps/account') })
  const options = ['--pretty', 'false', '--incremental', '--tsBuildInfoFile', lastCheck]
  const program = await runTool('tsc', ['-p', '.', ...options])
  const output = routes.code === 0 ? program.output : `${routes.output}\n${program.output}`
  return { code: routes.code === 0 ? program.code : routes.code, output }
}
