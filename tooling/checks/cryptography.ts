import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const document = 'docs/reference/cryptography.md'
const fewestFiles = 30

/** Libraries for cryptography. */
const libraries = [
  '@simplewebauthn/server',
  'apache-md5',
  'bcryptjs',
  'hash-wasm',
  'jose',
  'oauth-1.0a',
  'openid-client',
  'otpauth',
  'standardwebhooks',
  'unixcrypt',
]

/** Imports from Node that keep nothing secret: ids that are no secrets. */
const harmless = new Set(['randomUUID'])

/**
 * Programs that use cryptography and are not in the inventory, and rows of the inventory whose file is gone. Empty if
 * all is well. Types and test files do not count.
 */
export function cryptographyOutsideInventory(root: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const used = globSync('{apps,packages}/*/{src,app,bin}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) =>
      !/\.(test|fixture)\.tsx?$|^packages\/testing\//.test(path) &&
      usesCryptography(readFileSync(join(root, path), 'utf8')),
  )
  const named = [...text.matchAll(/`((?:apps|packages)\/[^`]+\.tsx?)`/g)].map(([, path = '']) => path)
  return [
    ...(used.length < fewestFiles ? [`${document}: only ${used.length} files that use cryptography were seen`] : []),
    ...used
      .filter((path) => !named.includes(path))
      .map((path) => `${document}: ${path} uses cryptography and has no row`),
    ...named.filter((path) => !existsSync(join(root, path))).map((path) => `${document}: ${path} does not exist`),
    ...named
      .filter((path) => existsSync(join(root, path)) && !used.includes(path))
      .map((path) => `${document}: ${path} uses no cryptography any more`),
  ]
}

/** Tells whether a source text imports functions of cryptography. */
export function usesCryptography(source: string): boolean {
  const imports = [...source.matchAll(/^import (?!type\b)([^;]*?) from '([^']+)'/gms)]
  return (
    /\bcrypto\.(subtle|getRandomValues)\b/.test(source) ||
    imports.some(([, names = '', from = '']) =>
      from === 'node:crypto'
        ? namesIn(names).some((name) => !harmless.has(name))
        : libraries.some((library) => from === library || from.startsWith(`${library}/`)),
    )
  )
}

function namesIn(list: string): readonly string[] {
  return list
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}
