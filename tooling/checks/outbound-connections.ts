import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import { connectingModules, guardedLayers, layerOf } from './layers.ts'
import type { SourceModule } from './source-tree.ts'

/**
 * Finds modules of the services that open connections directly. Only the platform's outbound folder may: every
 * connection that it opens passes the address guard. (The linter finds the bare global `fetch`.)
 */
export function outboundConnections(modules: readonly SourceModule[]): readonly Finding[] {
  return modules.flatMap(({ path, imports, globalFetches }) => {
    if (isTestFile(path) || !guardedLayers.includes(layerOf(path) ?? '')) return []
    const findings: Finding[] = globalFetches.map((line) => ({
      path,
      line,
      message: 'takes globalThis.fetch, which no address guard sees; use @gatehouse/platform/outbound',
    }))
    for (const { specifier, names, typeOnly, line } of imports) {
      const harmless = Object.hasOwn(connectingModules, specifier) ? connectingModules[specifier] : undefined
      if (harmless === undefined || typeOnly || names.every((name) => harmless.includes(name))) continue
      const message = `opens connections with ${specifier}, which no address guard sees; use @gatehouse/platform/outbound`
      findings.push({ path, line, message })
    }
    return findings
  })
}
