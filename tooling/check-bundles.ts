import { join } from 'node:path'
import { checkBundles, weighPages } from './checks/bundles.ts'
import { printed } from './checks/finding.ts'
import { root } from './runners/tool.ts'

// A form that can be used after one round trip stays small; a minimal hydrated page alone weighs about 112 KB.
const budget = {
  page: 'login',
  scriptKilobytes: 140,
  styleKilobytes: 20,
  // Modules that are fetched on demand. The dictionary of the password meter loads with the first letter of a new
  // password, and never before.
  islands: {
    'account-chooser': 3,
    'ask-device': 3,
    'i18next-texts': 22,
    'judge-password': 70,
    'passkey-offer': 3,
    'send-in-turn': 2,
    'sign-in-memory': 2,
    'signal-keys': 2,
  },
}

const client = join(root, 'apps/account/build/client')
const report = checkBundles(client, budget)
for (const finding of report.findings) console.log(printed(finding))
console.log(
  `/login first loads ${report.scriptKilobytes.toFixed(1)} KB of script (limit ${budget.scriptKilobytes}) and ` +
    `${report.styleKilobytes.toFixed(1)} KB of style (limit ${budget.styleKilobytes}); ${report.assets} assets`,
)
for (const { name, kilobytes, limit } of report.islands) {
  console.log(`  ${name}: ${kilobytes.toFixed(1)} KB (limit ${limit})`)
}
// Every other page follows a sign-in, or is beside it: it may have a little more script, as the cache has most of it.
const heaviest = 165
const fewestPages = 15
const pages = weighPages(client)
const heavy = pages.filter(({ scriptKilobytes }) => scriptKilobytes > heaviest)
for (const { page, scriptKilobytes } of heavy) {
  console.log(`/${page} first loads ${scriptKilobytes.toFixed(1)} KB of script; ${heaviest} KB is the limit`)
}
if (pages.length < fewestPages) console.log(`only ${pages.length} pages were weighed`)
console.log(`Script that each page first loads (limit ${heaviest} KB):`)
for (const { page, scriptKilobytes } of pages) console.log(`  /${page}: ${scriptKilobytes.toFixed(1)} KB`)
process.exitCode = report.findings.length + heavy.length > 0 || pages.length < fewestPages ? 1 : 0
