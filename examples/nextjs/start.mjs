// `npm start --prefix examples/nextjs`: Gatehouse and an application in front of it, on this machine. The first start
// installs Next.js, and the packages of this repository as they would be published.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const node24 = join(folder, '../../node_modules/node/bin/node')
if (!existsSync(node24)) execFileSync('npm', ['ci'], { cwd: join(folder, '../..'), stdio: 'inherit' })
const run = spawn(node24, [join(folder, 'main.ts')], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => run.kill(signal))
run.once('exit', (code) => process.exit(code ?? 1))
