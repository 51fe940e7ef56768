import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../runners/tool.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

interface Component {
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string }[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

interface Inventory {
  readonly bomFormat: string
  readonly components: readonly Component[]
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest

test('the inventory names every library with its version and digest, and marks those of development alone @sbom-1', async () => {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], options)
  const { bomFormat, components } = JSON.parse(stdout) as Inventory
  expect(bomFormat).toBe('CycloneDX')
  const named = new Map(components.map((one) => [decodeURIComponent(one.purl), one]))
  const wanted = globSync('{apps,packages}/*/package.json', { cwd: root })
    .filter((path) => path !== 'packages/testing/package.json')
    .flatMap((path) => Object.entries(read(path).dependencies ?? {}))
    .map(([name, version]) => `pkg:npm/${name}@${version}`)
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter((one) => !named.has(one))).toEqual([])
  const isOwn = (purl: string) => purl.startsWith('pkg:npm/@gatehouse/')
  expect(wanted.filter((one) => !isOwn(one) && named.get(one)?.hashes?.[0]?.alg !== 'SHA-512')).toEqual([])
  const vite = components.find(({ purl }) => purl.startsWith('pkg:npm/vite@'))
  expect(vite?.properties).toContainEqual({ name: 'cdx:npm:package:development', value: 'true' })
}, 60_000)
