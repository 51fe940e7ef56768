/**
 * `npm run jsonnet`: builds the Jsonnet engine from `packages/identity/src/jsonnet/engine`, with the Go that its go.mod
 * names; `-- --verify` says whether the one in the repository is what is built.
 */
import { buildEngine, engineFile, packEngine, unpackEngine } from './jsonnet/build-engine.ts'
import { readFile, writeFile } from 'node:fs/promises'

const built = await buildEngine()
if (!process.argv.includes('--verify')) {
  const packed = packEngine(built)
  await writeFile(engineFile, packed)
  console.log(`Jsonnet engine: ${built.byteLength} bytes, ${packed.byteLength} packed`)
} else if (unpackEngine(await readFile(engineFile)).equals(built)) {
  console.log('The Jsonnet engine of the repository is the one that its sources build.')
} else {
  console.error('The Jsonnet engine of the repository is another one than its sources build: npm run jsonnet')
  process.exitCode = 1
}
