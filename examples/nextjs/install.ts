// Installs Next.js, and the packages of this repository as they would be published, if they are missing or have
// changed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const program = realpathSync(join(folder, '../../tooling/pack-packages.ts'))
const pack = (...args: string[]) => execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' }).trim()

const installed = join(folder, 'node_modules/.gatehouse-packages')
const wanted = pack('--fingerprint')
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
  const files = pack('--into', join(folder, 'data/packed')).split('\n')
  const options = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  execFileSync('npm', ['install', ...options, ...files], { cwd: folder, stdio: 'inherit' })
  writeFileSync(installed, wanted)
}
