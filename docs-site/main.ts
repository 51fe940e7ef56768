// `npm run docs` builds docs-site/dist; `-- --serve` serves it as well.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from './src/build-site.ts'
import { serveSite } from './src/serve-site.ts'

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: join(import.meta.dirname, 'dist') },
    // Kept beside the pages: it tells whether they are stale.
    'built-from': { type: 'string', default: '' },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '4467' },
  },
})

const started = performance.now()
const pages = await buildSite(join(import.meta.dirname, '..'), values.output)
writeFileSync(join(values.output, '.built-from'), values['built-from'])
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`${pages.length} pages in ${values.output} (${seconds} s)`)
if (values.serve) {
  const { url } = await serveSite(values.output, Number(values.port))
  console.log(`The documentation is at ${url}`)
}
