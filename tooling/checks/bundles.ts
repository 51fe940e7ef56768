import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Finding } from './finding.ts'

/** Limits of a page's first load, in kilobytes (1,000 bytes) after gzip. */
export interface Budget {
  /** The page's path, without the leading slash. */
  readonly page: string
  readonly scriptKilobytes: number
  readonly styleKilobytes: number
  /** Modules that are fetched when they are needed, by the name of their file, and the limit of each in kilobytes. */
  readonly islands: Readonly<Record<string, number>>
}

/** The scripts that a page loads first. */
export interface PageWeight {
  /** The page's path, without the leading slash. */
  readonly page: string
  readonly scriptKilobytes: number
}

/** A module that is fetched when it is needed. */
export interface Island {
  readonly name: string
  readonly kilobytes: number
  readonly limit: number
}

/** The scripts and styles that a page loads first, and the faults of the build. */
export interface BundleReport {
  readonly scriptKilobytes: number
  readonly styleKilobytes: number
  readonly assets: number
  readonly islands: readonly Island[]
  readonly findings: readonly Finding[]
}

/** Signs that something of the server has slipped into the browser's files. */
const serverSigns: readonly RegExp[] = [
  /kysely/i,
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

/** Weighs a page's first load and reads every client asset of a React Router build. `folder` is `build/client`. */
export function checkBundles(folder: string, budget: Budget): BundleReport {
  const assetFolder = join(folder, 'assets')
  const assets = readdirSync(assetFolder)
  const manifest = readManifest(assetFolder, assets)
  const findings: Finding[] = []

  const route = Object.values(manifest.routes).find((one) => pathOf(manifest, one) === budget.page)
  if (route === undefined) findings.push({ path: manifest.url, message: `the build has no page /${budget.page}` })
  const parts = [manifest.entry, ...ancestry(manifest, route)]
  const scripts = scriptsOf(manifest, route)
  const styles = new Set(parts.flatMap((part) => part.css ?? []))
  const scriptKilobytes = weigh(folder, scripts)
  const styleKilobytes = weigh(folder, styles)
  const over = (what: string, is: number, limit: number) => {
    if (is <= limit) return
    const message = `${is.toFixed(1)} KB of ${what}; ${limit} KB is the limit`
    findings.push({ path: manifest.url, message })
  }
  over(`script that /${budget.page} loads first`, scriptKilobytes, budget.scriptKilobytes)
  over(`style that /${budget.page} loads first`, styleKilobytes, budget.styleKilobytes)

  const islands = Object.entries(budget.islands).flatMap(([name, limit]) => {
    const file = assets.find((asset) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(asset))
    if (file === undefined) findings.push({ path: manifest.url, message: `the build has no module ${name} of its own` })
    else if (scripts.has(`/assets/${file}`)) findings.push({ path: file, message: `/${budget.page} loads it first` })
    return file === undefined ? [] : [{ name, limit, kilobytes: weigh(folder, new Set([`/assets/${file}`])) }]
  })
  for (const { name, kilobytes, limit } of islands) over(`the module ${name}`, kilobytes, limit)

  for (const asset of assets.filter((name) => /\.(?:js|css)$/.test(name))) {
    const text = readFileSync(join(assetFolder, asset), 'utf8')
    for (const sign of serverSigns) {
      const found = sign.exec(text)?.[0]
      if (found !== undefined)
        findings.push({ path: `assets/${asset}`, message: `holds a piece of the server: ${found}` })
    }
  }
  return { scriptKilobytes, styleKilobytes, assets: assets.length, islands, findings }
}

/** Weighs the script that each page of a build loads first, the heaviest page first. Addresses without a page have none. */
export function weighPages(folder: string): readonly PageWeight[] {
  const assetFolder = join(folder, 'assets')
  const manifest = readManifest(assetFolder, readdirSync(assetFolder))
  const parents = new Set(Object.values(manifest.routes).map(({ parentId }) => parentId))
  return Object.values(manifest.routes)
    .filter((route) => !parents.has(route.id) && drawsSomething(folder, route))
    .map((route) => ({ page: pathOf(manifest, route), scriptKilobytes: weigh(folder, scriptsOf(manifest, route)) }))
    .toSorted((one, other) => other.scriptKilobytes - one.scriptKilobytes)
}

/** Tells whether a route has a component: one without is an address that only answers. */
function drawsSomething(folder: string, { module }: ManifestRoute): boolean {
  return module !== undefined && /as default|export default/.test(readFileSync(join(folder, module), 'utf8'))
}

function scriptsOf(manifest: Manifest, route: ManifestRoute | undefined): ReadonlySet<string> {
  const parts = [manifest.entry, ...ancestry(manifest, route)]
  return new Set([manifest.url, ...parts.flatMap((part) => [part.module ?? [], part.imports ?? []].flat())])
}

function readManifest(folder: string, assets: readonly string[]): Manifest {
  const name = assets.find((asset) => /^manifest-.*\.js$/.test(asset))
  if (name === undefined) throw new Error(`${folder} has no manifest; build the pages first: npm run build`)
  const text = readFileSync(join(folder, name), 'utf8')
  return parseManifest(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

function parseManifest(json: string): Manifest {
  return JSON.parse(json) as Manifest
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

function weigh(folder: string, urls: ReadonlySet<string>): number {
  const bytes = [...urls].reduce((sum, url) => sum + gzipSync(readFileSync(join(folder, url))).length, 0)
  return bytes / 1000
}
