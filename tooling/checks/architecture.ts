import type { Finding } from './finding.ts'
import { folderCircles } from './folder-circles.ts'
import { importDirections } from './import-directions.ts'
import { isModule, listFiles, readModule } from './source-tree.ts'

/** The findings of the check, and the numbers that it saw. */
export interface ArchitectureReport {
  readonly modules: number
  readonly imports: number
  /** Pairs of folders of which one imports the other. */
  readonly arrows: number
  readonly findings: readonly Finding[]
}

/** Looks at the imports of every module. Seeing fewer modules, or arrows between folders, is itself a finding. */
export function checkArchitecture(root: string, atLeast: { modules: number; arrows: number }): ArchitectureReport {
  const modules = listFiles(root)
    .filter((path) => isModule(path))
    .map((path) => readModule(root, path))
  const imports = modules.reduce((sum, module) => sum + module.imports.length, 0)
  const { arrows, findings } = folderCircles(modules)
  const saw = `the check saw only ${modules.length} modules with ${imports} imports and ${arrows} arrows between folders`
  const isBlind = modules.length < atLeast.modules || imports < atLeast.modules || arrows < atLeast.arrows
  return {
    modules: modules.length,
    imports,
    arrows,
    findings: [...findings, ...importDirections(modules), ...(isBlind ? [{ path: '.', message: saw }] : [])],
  }
}
