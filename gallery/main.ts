// `npm run gallery` shows it and follows changes; `npm run gallery -- --build` writes it to gallery/dist.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, createServer } from 'vite'

const { values } = parseArgs({
  options: { build: { type: 'boolean', default: false }, port: { type: 'string', default: '4466' } },
})
const configFile = join(import.meta.dirname, 'vite.config.ts')

if (values.build) {
  await build({ configFile })
} else {
  const server = await createServer({ configFile, server: { port: Number(values.port) } })
  await server.listen()
  server.printUrls()
}
