import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { packed } from './install-packed.ts'

/** A registry on this machine that has our packages, and sends for all others to the usual one. */
export interface LocalRegistry {
  readonly url: string
  close(): void
}

/** Serves built packages as npm would once they are published. */
export async function openRegistry(dists: readonly string[], folder: string): Promise<LocalRegistry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/+$/, '')
  const files = packed(dists, folder)
  const packages = new Map(
    files.map((file, index) => {
      const manifest = JSON.parse(readFileSync(join(dists[index] ?? '', 'package.json'), 'utf8')) as {
        readonly name: string
        readonly version: string
      }
      return [manifest.name, { manifest, file, body: readFileSync(file) }] as const
    }),
  )
  const server = createServer(({ url: path = '/', headers }, response) => {
    const name = decodeURIComponent(path.slice(1).split('?', 1)[0] ?? '')
    const tarball = [...packages.values()].find(({ file }) => path === `/packed/${basename(file)}`)
    const found = packages.get(name)
    if (tarball !== undefined) return response.end(tarball.body)
    if (found === undefined) return response.writeHead(302, { location: upstream + path }).end()
    const { manifest, file, body } = found
    const dist = {
      tarball: `http://${headers.host}/packed/${basename(file)}`,
      integrity: `sha512-${createHash('sha512').update(body).digest('base64')}`,
    }
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
