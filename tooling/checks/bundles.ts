import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Limits of the files that a browser loads, in kilobytes (1,000 bytes) after gzip. */
export interface Budget {
  /** Of a page by its path without the leading slash; `script` of every other page, which follows it. */
  readonly pages: Readonly<Record<string, { readonly script: number; readonly style: number }>>
  readonly script: number
  /** Of modules that are fetched when they are needed, by the name of their file. */
  readonly islands: Readonly<Record<string, number>>
}

/** The weights of a build, one line for each page and module, and the faults. */
export interface BundleReport {
  readonly weights: readonly string[]
  readonly problems: readonly string[]
}

/** Signs of the server in a browser's files. */
const serverSigns: readonly RegExp[] = [
  /argon2/i,
  /ZodError/,
  /["'`]node:[a-z]/,
  /\bpino\b/,
  /process\.env/,
  /\/admin\/(?:identities|sessions|courier|recovery)/,
]

interface ManifestPart {
  readonly module?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
interface ManifestRoute extends ManifestPart {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
}
interface Manifest {
  readonly entry: ManifestPart
  readonly routes: Readonly<Record<string, ManifestRoute>>
  readonly url: string
}

/** Weighs what every page of a React Router build loads first, and its islands. `folder` is `build/client`. */
export function checkBundles(folder: string, budget: Budget): BundleReport {
  const assets = readdirSync(join(folder, 'assets'))
  const manifest = readManifest(folder, assets)
  const parents = new Set(Object.values(manifest.routes).map(({ parentId }) => parentId))
  const weights: string[] = []
  const problems: string[] = []
  const weigh = (what: string, urls: readonly string[], limit: number) => {
    const bytes = [...new Set(urls)].reduce((sum, url) => sum + gzipSync(readFileSync(join(folder, url))).length, 0)
    const line = `${what}: ${(bytes / 1000).toFixed(1)} KB (limit ${limit})`
    weights.push(line)
    if (bytes / 1000 > limit) problems.push(line)
  }
  const pages = Object.values(manifest.routes)
    .filter((route) => !parents.has(route.id) && drawsSomething(folder, route))
    .map((route) => ({ page: pathOf(manifest, route), parts: [manifest.entry, ...ancestry(manifest, route)] }))
  for (const { page, parts } of pages) {
    const limit = budget.pages[page]
    const scripts = [manifest.url, ...parts.flatMap(({ module, imports = [] }) => [module ?? [], imports].flat())]
    weigh(`/${page} first loads of script`, scripts, limit?.script ?? budget.script)
    if (limit === undefined) continue
    const styles = parts.flatMap(({ css = [] }) => css)
    weigh(`/${page} first loads of style`, styles, limit.style)
    for (const name of Object.keys(budget.islands)) {
      if (scripts.some((url) => islandName(url) === name)) problems.push(`/${page} loads the module ${name} first`)
    }
  }
  for (const page of Object.keys(budget.pages)) {
    if (!pages.some((one) => one.page === page)) problems.push(`the build has no page /${page}`)
  }
  for (const [name, limit] of Object.entries(budget.islands)) {
    const file = assets.find((asset) => islandName(asset) === name)
    if (file === undefined) problems.push(`the build has no module ${name} of its own`)
    else weigh(name, [`assets/${file}`], limit)
  }
  return { weights, problems }
}

/** Finds pieces of the server in the scripts and styles of a build for browsers. */
export function serverPieces(folder: string): readonly string[] {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))
  return assets.flatMap((asset) => {
    const text = readFileSync(join(folder, 'assets', asset), 'utf8')
    const found = serverSigns.flatMap((sign) => sign.exec(text)?.[0] ?? [])
    return found.map((piece) => `${folder}/assets/${asset} holds a piece of the server: ${piece}`)
  })
}

/** Returns `judge-password` of `/assets/judge-password-AbCd_-12.js`. */
function islandName(url: string): string | undefined {
  return /([^/]+)-[\w-]{8}\.js$/.exec(url)?.[1]
}

/** Tells whether a route has a component: one without is an address that only answers. */
function drawsSomething(folder: string, { module }: ManifestRoute): boolean {
  return module !== undefined && /as default|export default/.test(readFileSync(join(folder, module), 'utf8'))
}

function readManifest(folder: string, assets: readonly string[]): Manifest {
  const name = assets.find((asset) => /^manifest-.*\.js$/.test(asset))
  if (name === undefined) throw new Error(`${folder} has no manifest; build the pages first: npm run build`)
  const text = readFileSync(join(folder, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

function ancestry(manifest: Manifest, route: ManifestRoute | undefined): readonly ManifestRoute[] {
  if (route === undefined) return []
  return [...ancestry(manifest, manifest.routes[route.parentId ?? '']), route]
}

function pathOf(manifest: Manifest, route: ManifestRoute): string {
  return ancestry(manifest, route)
    .map((one) => (one.path ?? '').replaceAll(/^\/|\/$/g, ''))
    .filter((part) => part !== '')
    .join('/')
}
