import { join } from 'node:path'
import { checkBundles } from './checks/bundles.ts'
import { printed } from './checks/finding.ts'
import { root } from './runners/tool.ts'

// A form that can be used after one round trip stays small; a minimal hydrated page alone weighs about 112 KB.
const budget = { page: 'login', scriptKilobytes: 140, styleKilobytes: 20 }

const report = checkBundles(join(root, 'apps/account/build/client'), budget)
for (const finding of report.findings) console.log(printed(finding))
console.log(
  `/login first loads ${report.scriptKilobytes.toFixed(1)} KB of script (limit ${budget.scriptKilobytes}) and ` +
    `${report.styleKilobytes.toFixed(1)} KB of style (limit ${budget.styleKilobytes}); ${report.assets} assets`,
)
process.exitCode = report.findings.length > 0 ? 1 : 0
