/**
 * `npm run engine`: builds the engine of Jsonnet and Go templates from `packages/identity/src/engine/module`, with the
 * Go that its go.mod names; `-- --verify` says whether the build equals the engine in the repository.
 */
import { buildEngine, engineFile, packEngine, unpackEngine } from './engine/build-engine.ts'
import { readFile, writeFile } from 'node:fs/promises'

const built = await buildEngine()
if (!process.argv.includes('--verify')) {
  const packed = packEngine(built)
  await writeFile(engineFile, packed)
  console.log(`Engine: ${built.byteLength} bytes, ${packed.byteLength} packed`)
} else if (unpackEngine(await readFile(engineFile)).equals(built)) {
  console.log('The engine of the repository is the one that its sources build.')
} else {
  console.error('The engine of the repository is another one than its sources build: npm run engine')
  process.exitCode = 1
}
