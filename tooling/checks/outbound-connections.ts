import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import { connectingModules, guardedLayers, layerOf } from './layers.ts'
import type { SourceModule } from './source-tree.ts'

/**
 * Modules of the services that open connections by themselves. Only the platform's outbound folder may: every connection
 * of it passes the address guard. (The bare global `fetch` is the linter's to find.)
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
