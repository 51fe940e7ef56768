import { checkArchitecture } from './checks/architecture.ts'
import { printed } from './checks/finding.ts'
import { root } from './runners/tool.ts'

const { modules, imports, arrows, findings } = checkArchitecture(root, { modules: 1_500, arrows: 250 })
for (const finding of findings) console.log(printed(finding))
console.log(`${modules} modules, ${imports} imports: ${findings.length} objections`)
console.log(`${arrows} arrows between folders`)
process.exitCode = findings.length > 0 ? 1 : 0
