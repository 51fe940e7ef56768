import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { missingPlatforms, untrustedSources, type Lockfile } from './checks/lockfile.ts'
import { root } from './runners/tool.ts'

// `node tooling/check-lockfile.ts --fix` after an `npm install` that lost some.
const { values } = parseArgs({ options: { fix: { type: 'boolean', default: false } } })
const file = join(root, 'package-lock.json')

function parseLockfile(json: string): Lockfile {
  return JSON.parse(json) as Lockfile
}

const lockfile = parseLockfile(readFileSync(file, 'utf8'))
const missing = missingPlatforms(lockfile)
const count = Object.keys(missing).length
if (values.fix && count > 0) {
  const entries = Object.entries({ ...lockfile.packages, ...missing }).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(entries) }, null, 2)}\n`)
  console.log(`package-lock.json: added ${count} packages of other platforms`)
} else {
  for (const path of Object.keys(missing)) console.log(`package-lock.json lacks ${path}; npm ci would refuse it`)
  const untrusted = untrustedSources(lockfile)
  for (const path of untrusted)
    console.log(`package-lock.json: ${path} is not from the npm registry, or has no SHA-512`)
  process.exitCode = count + untrusted.length > 0 ? 1 : 0
}
