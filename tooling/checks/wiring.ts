import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import type { SourceModule } from './source-tree.ts'

/** Packages whose services are put together by the gateway. */
const services = ['@gatehouse/identity/', '@gatehouse/control-plane/', '@gatehouse/client/', '@gatehouse/http/proxy']

/** Functions that make a service, or open its storage. */
const makes = /^(?:create|open)[A-Z]/

/** TABLE: the modules of the gateway that make services, and why each may. */
const wires: Readonly<Record<string, string>> = {
  'apps/gateway/src/compose.ts': 'puts the gateway together',
  'apps/gateway/src/compose/': 'puts the gateway together',
  'apps/gateway/src/serve-identity.ts': 'a program of its own: the identity service alone',
  'apps/gateway/src/open-demo.ts': 'a program of its own: calls the control plane with its first key',
  'apps/gateway/src/keep-secrets.ts': 'a program of its own: makes secrets anew',
  'apps/gateway/src/devtools/preview/open-preview.ts': 'the previewed service is an example in the same folder',
}

/** Finds modules of the gateway that make a service of another package, instead of being given one. */
export function wiring(modules: readonly SourceModule[]): readonly Finding[] {
  return modules.flatMap(({ path, imports }) => {
    if (!path.startsWith('apps/gateway/src/') || isTestFile(path)) return []
    if (Object.keys(wires).some((start) => path.startsWith(start))) return []
    return imports.flatMap(({ specifier, names, typeOnly, line }) => {
      if (typeOnly || !services.some((service) => specifier.startsWith(service))) return []
      const made = names.filter((name) => makes.test(name) || name === '*')
      if (made.length === 0) return []
      return [{ path, line, message: `makes a service (${made.join(', ')}); compose makes it and hands it over` }]
    })
  })
}
