import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import type { SourceModule } from './source-tree.ts'

const source = 'packages/identity/src'

/**
 * TABLE: the folders of the identity service from top to bottom; `entry` is what other packages import, `.` is what lies beside them, which puts them together.
 * Interfaces of stores stand below, in the folder that uses them; `sql` implements them and is known to nothing but `.`.
 */
const order: readonly string[] = [
  'entry',
  '.',
  'sql',
  'web-hooks',
  'account',
  'admin',
  'schemas',
  'health',
  'strategies',
  'flows',
  'oauth2',
  'events',
  'devices',
  'sessions',
  'courier',
  'limits',
  'credentials',
  'identities',
  'nodes',
  'messages',
  'configuration',
  'organizations',
  'outbound',
  'jsonnet',
  'engine',
  'http',
]

/** TABLE: folders that may import one above them, each with its reason. */
const allowedUpward: readonly { readonly from: string; readonly to: string; readonly reason: string }[] = [
  {
    from: 'configuration',
    to: 'courier',
    reason: 'texts of the operator are checked by the renderer that will use them',
  },
  { from: 'configuration', to: 'strategies', reason: 'providers are checked against the table of their kinds' },
]

const mostFilesAtRootOfFlows = 12

/** What the look at the folders saw: an arrow is a pair of folders of which one imports the other. */
export interface FolderDirections {
  readonly arrows: number
  readonly upward: number
  readonly findings: readonly Finding[]
}

/** Imports of the identity service that run upward between its folders, tests aside, and a root of `flows` that fills. */
export function folderDirections(modules: readonly SourceModule[]): FolderDirections {
  const own = modules.filter(({ path }) => path.startsWith(`${source}/`) && !isTestFile(path))
  const arrows = new Map<string, Finding[]>()
  const findings: Finding[] = []
  for (const { path, imports } of own) {
    const from = folderOf(path)
    if (!order.includes(from))
      findings.push({ path, message: `"${from}" has no row in tooling/checks/folder-directions.ts` })
    for (const { specifier, line } of imports) {
      if (!specifier.startsWith('.')) continue
      const to = folderOf(posix.join(posix.dirname(path), specifier))
      if (to === from) continue
      const arrow = `${from} → ${to}`
      const runsUp = order.indexOf(to) < order.indexOf(from)
      const known = arrows.get(arrow) ?? []
      const message = `imports run down only: ${arrow} (${specifier}) runs up`
      arrows.set(arrow, runsUp ? [...known, { path, line, message }] : known)
    }
  }
  for (const [arrow, upward] of arrows) if (!isAllowed(arrow)) findings.push(...upward)
  const atRoot = own.filter(({ path }) => posix.dirname(path) === `${source}/flows`).length
  if (atRoot > mostFilesAtRootOfFlows) {
    findings.push({
      path: `${source}/flows`,
      message: `has ${atRoot} files at its root; ${mostFilesAtRootOfFlows} is the limit`,
    })
  }
  const unused = allowedUpward.filter(
    ({ from, to }) => own.length > 0 && (arrows.get(`${from} → ${to}`) ?? []).length === 0,
  )
  if (own.length >= 100) {
    findings.push(
      ...unused.map(({ from, to }) => ({ path: source, message: `${from} → ${to} is allowed and not there any more` })),
    )
  }
  return { arrows: arrows.size, upward: [...arrows.values()].filter((upward) => upward.length > 0).length, findings }
}

function isAllowed(arrow: string): boolean {
  return allowedUpward.some(({ from, to }) => arrow === `${from} → ${to}`)
}

function folderOf(path: string): string {
  const [folder = '', ...rest] = posix.relative(source, path).split('/')
  return rest.length === 0 ? '.' : folder
}
