// Gatehouse and an application on FastAPI in front of it, on this machine. The first start installs the Python
// packages, unless an active virtual environment has them.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { applicationEnvironment, origin, port, startGatehouse } from '../gatehouse.ts'

const folder = import.meta.dirname
const isThere = (venv: string) => existsSync(join(venv, 'bin/uvicorn'))
const active = process.env['VIRTUAL_ENV']
const venv = active !== undefined && isThere(active) ? active : join(folder, 'data/venv')
const python = join(venv, 'bin/python3')
if (!isThere(venv)) {
  execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' })
  const list = join(folder, 'requirements.txt')
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--require-hashes', '-r', list], { stdio: 'inherit' })
}
startGatehouse(folder)
const server = spawn(python, ['-m', 'uvicorn', 'app:app', '--port', String(port), '--log-level', 'warning'], {
  cwd: folder,
  stdio: 'inherit',
  env: applicationEnvironment,
})
process.once('exit', () => server.kill())
server.once('exit', (code) => process.exit(code ?? 1))
console.log(`The application: ${origin}/`)
