import { join } from 'node:path'
import { readCatalogues } from './checks/catalogues.ts'
import { printed } from './checks/finding.ts'
import { isTestFile } from './checks/import-directions.ts'
import { localeAgreement } from './checks/locale-agreement.ts'
import { localeMessages } from './checks/locale-messages.ts'
import { localeUses, readKeyUses } from './checks/locale-uses.ts'
import { isModule, listFiles } from './checks/source-tree.ts'
import { root } from './runners/tool.ts'

const reference = 'en'
const asksForTexts = ['apps/account/', 'packages/flow-form/src/', 'packages/i18n/src/']

const catalogues = readCatalogues(join(root, 'locales'))
const originals = catalogues.get(reference)
if (originals === undefined || catalogues.size < 2) {
  throw new Error(`locales has ${catalogues.size} languages, and ${reference} must be one of them`)
}
const modules = listFiles(root).filter(
  (path) => isModule(path) && !isTestFile(path) && asksForTexts.some((folder) => path.startsWith(folder)),
)
const findings = [
  ...localeAgreement(catalogues, reference),
  ...localeMessages(originals.get('messages') ?? {}, `locales/${reference}/messages.json`),
  ...localeUses(originals, readKeyUses(root, modules), `locales/${reference}`),
]
for (const finding of findings) console.log(printed(finding))
const texts = [...originals.values()].reduce((sum, one) => sum + Object.keys(one).length, 0)
console.log(`${catalogues.size} languages, ${texts} texts: ${findings.length} objections`)
process.exitCode = findings.length > 0 ? 1 : 0
