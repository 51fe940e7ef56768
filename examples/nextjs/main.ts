import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { applicationEnvironment, origin, port, startGatehouse } from '../gatehouse.ts'
import './install.ts'

const folder = import.meta.dirname
startGatehouse(folder)
const next = join(folder, 'node_modules/next/dist/bin/next')
const server = spawn(process.execPath, [next, 'dev', '--hostname', 'localhost', '--port', String(port)], {
  cwd: folder,
  stdio: 'inherit',
  env: applicationEnvironment,
})
process.once('exit', () => server.kill())
server.once('exit', (code) => process.exit(code ?? 1))
console.log(`The application: ${origin}/`)
