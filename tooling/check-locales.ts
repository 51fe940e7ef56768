import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalogues } from '@gatehouse/i18n/catalogues'
import { checkCatalogues, unusedKeys } from '@gatehouse/i18n/check'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import { askedTexts, namesOfKeys } from './checks/asked-texts.ts'
import { printed } from './checks/finding.ts'
import { isTestFile } from './checks/import-directions.ts'
import { isModule, listFiles } from './checks/source-tree.ts'
import { root } from './runners/tool.ts'

const asksForTexts = ['apps/account/', 'packages/flow-form/src/', 'packages/design/src/', 'packages/i18n/src/']
const fewestModules = 50

const { resources } = loadCatalogues(join(root, 'locales'))
const originals = resources(defaultLanguage)
const modules = listFiles(root)
  .filter((path) => isModule(path) && !isTestFile(path) && asksForTexts.some((folder) => path.startsWith(folder)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const keys = namesOfKeys(originals)

const problems = [
  ...checkCatalogues(resources),
  ...unusedKeys(
    originals,
    modules.map(({ text }) => text),
  ),
  ...modules.flatMap(({ path, text }) => askedTexts(path, text, keys).map(printed)),
  ...(modules.length < fewestModules ? [`only ${modules.length} modules were looked at`] : []),
]
for (const problem of problems) console.log(problem)
console.log(`${keys.size} keys, ${modules.length} modules: ${problems.length} objections`)
process.exitCode = problems.length > 0 ? 1 : 0
