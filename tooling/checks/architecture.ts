import { browserReach } from './browser-reach.ts'
import { errorRegime } from './error-regime.ts'
import { fileCircles } from './file-circles.ts'
import { folderCircles } from './folder-circles.ts'
import { fileLengths, fileNames, fileTexts, moduleHabits } from './file-habits.ts'
import type { Finding } from './finding.ts'
import { importDirections, layerCycles } from './import-directions.ts'
import { outboundConnections } from './outbound-connections.ts'
import { packageExports } from './package-exports.ts'
import { sharedLines } from './shared-lines.ts'
import { isModule, listFiles, readModule } from './source-tree.ts'
import { strategyNames } from './strategy-names.ts'
import { wiring } from './wiring.ts'

/** The findings of the check, and the numbers that it saw. */
export interface ArchitectureReport {
  readonly modules: number
  readonly imports: number
  /** Pairs of folders of which one imports the other. */
  readonly arrows: number
  readonly findings: readonly Finding[]
}

/** There are some four hundred. */
const fewestArrows = 250

/** Looks at every file of the repository. Seeing fewer modules than `atLeast` is itself a finding. */
export function checkArchitecture(root: string, atLeast: number): ArchitectureReport {
  const files = listFiles(root)
  const modules = files.filter((path) => isModule(path)).map((path) => readModule(root, path))
  const imports = modules.reduce((sum, module) => sum + module.imports.length, 0)
  const folders = folderCircles(modules)
  const exported = packageExports(root, files, modules)
  const shared = sharedLines(root, modules)
  const named = strategyNames(root, modules)
  const findings: Finding[] = [
    ...folders.findings,
    ...importDirections(modules),
    ...layerCycles(modules),
    ...fileCircles(modules),
    ...browserReach(modules, exported.entries),
    ...moduleHabits(modules, new Set(exported.entries.values())),
    ...exported.findings,
    ...shared.findings,
    ...named.findings,
    ...outboundConnections(modules),
    ...wiring(modules),
    ...errorRegime(modules),
    ...fileLengths(root, files),
    ...fileNames(files),
    ...fileTexts(root, files),
  ]
  if (
    modules.length < atLeast ||
    imports < atLeast ||
    (atLeast > 0 && (exported.entries.size === 0 || shared.lines === 0 || named.files === 0))
  ) {
    const saw = `${modules.length} modules with ${imports} imports and ${exported.entries.size} entries of packages`
    findings.push({ path: '.', message: `the check saw only ${saw}; it must be looking at the wrong place` })
  }
  if (folders.arrows < Math.min(atLeast, fewestArrows)) {
    findings.push({
      path: '.',
      message: `the check saw only ${folders.arrows} arrows between folders`,
    })
  }
  return { modules: modules.length, imports, arrows: folders.arrows, findings }
}
