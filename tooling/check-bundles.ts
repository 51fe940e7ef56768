import { join } from 'node:path'
import { checkBundles } from './checks/bundles.ts'
import { printed } from './checks/finding.ts'
import { root } from './runners/tool.ts'

// A form that can be used after one round trip stays small; a minimal hydrated page alone weighs about 112 KB.
const budget = {
  page: 'login',
  scriptKilobytes: 140,
  styleKilobytes: 20,
  // What is fetched only where it is needed. The dictionary of the password meter comes with the first letter of a new
  // password, and never before.
  islands: {
    'account-chooser': 3,
    'ask-device': 3,
    'i18next-texts': 22,
    'judge-password': 70,
    'known-accounts': 3,
    'passkey-offer': 3,
    'password-strength': 2,
    'sign-in-memory': 2,
    'signal-keys': 2,
  },
}

const report = checkBundles(join(root, 'apps/account/build/client'), budget)
for (const finding of report.findings) console.log(printed(finding))
console.log(
  `/login first loads ${report.scriptKilobytes.toFixed(1)} KB of script (limit ${budget.scriptKilobytes}) and ` +
    `${report.styleKilobytes.toFixed(1)} KB of style (limit ${budget.styleKilobytes}); ${report.assets} assets`,
)
for (const { name, kilobytes, limit } of report.islands) {
  console.log(`  ${name}: ${kilobytes.toFixed(1)} KB (limit ${limit})`)
}
process.exitCode = report.findings.length > 0 ? 1 : 0
