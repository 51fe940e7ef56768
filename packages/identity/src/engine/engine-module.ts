import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Built by `npm run engine` from `module/main.go`. */
const file = new URL('./module/engine.wasm.br', import.meta.url)

let compiled: Promise<WebAssembly.Module> | undefined

/** Returns the engine, compiled once for all threads of this process, when the first program or template runs. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(file)
    .then((packed) => promisify(brotliDecompress)(packed))
    .then((bytes) => WebAssembly.compile(new Uint8Array(bytes)))
  return compiled
}
