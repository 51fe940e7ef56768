import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadCatalogues } from '@gatehouse/i18n/catalogues'
import { checkCatalogues, unusedKeys } from '@gatehouse/i18n/check'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import { printed } from './checks/finding.ts'
import { localeFileFindings } from './checks/locale-files.ts'
import { drawPageParts, pagePartsPath } from './locales/page-parts.ts'
import { countTexts, reviewRows, reviewSheet } from './locales/review-sheet.ts'
import { isModule, isTestFile, listFiles } from './checks/source-tree.ts'
import { termProblems } from './checks/terms.ts'
import { root } from './runners/tool.ts'

// `npm run locales` reports; `npm run locales -- --output FOLDER [--language fr]` also writes sheets for reviewers, and
// `npm run locales -- --fix` the table of the texts on the console's pages.
const { values } = parseArgs({
  options: {
    output: { type: 'string' },
    language: { type: 'string', multiple: true },
    fix: { type: 'boolean', default: false },
  },
})

const { resources, languages } = loadCatalogues(join(root, 'locales'))
const unknown = values.language?.filter((code) => !languages.some((one) => one.code === code)) ?? []
if (unknown.length > 0) {
  console.error(
    `There is no language ${unknown.join(', ')}. There are: ${languages.map(({ code }) => code).join(', ')}.`,
  )
  process.exit(2)
}
const chosen = languages
  .map(({ code }) => code)
  .filter((code) => values.language === undefined || values.language.includes(code))

const asksForTexts = [
  'apps/account/',
  'apps/console/',
  'packages/flow-form/src/',
  'packages/design/src/',
  'packages/i18n/src/',
  'packages/identity/src/courier/',
]
const fewestModules = 50

const originals = resources(defaultLanguage)
const modules = listFiles(root)
  .filter((path) => isModule(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const asking = modules.filter(({ path }) => !isTestFile(path) && asksForTexts.some((one) => path.startsWith(one)))
const keys = Object.values(originals).flatMap((texts) => Object.keys(texts))

const pageParts = drawPageParts(root, originals)
if (values.fix) writeFileSync(join(root, pagePartsPath), pageParts)
const hasPageParts = readFileSync(join(root, pagePartsPath), 'utf8') === pageParts

const problems = [
  ...localeFileFindings(root).map(printed),
  ...checkCatalogues(resources, chosen),
  ...termProblems(resources, chosen),
  ...unusedKeys(
    originals,
    asking.map(({ text }) => text),
  ),
  ...(hasPageParts ? [] : [`${pagePartsPath} is not what the console's pages say: npm run locales -- --fix`]),
  ...(asking.length < fewestModules ? [`only ${asking.length} modules were looked at`] : []),
]
for (const problem of problems) console.log(problem)
console.log(`${keys.length} keys, ${chosen.length} languages, ${asking.length} modules: ${problems.length} objections`)
process.exitCode = problems.length > 0 ? 1 : 0

if (values.output !== undefined) {
  const folder = resolve(process.env['INIT_CWD'] ?? '.', values.output)
  mkdirSync(folder, { recursive: true })
  for (const code of chosen.filter((one) => one !== defaultLanguage)) {
    const file = join(folder, `${code}.csv`)
    writeFileSync(file, reviewSheet(reviewRows(originals, resources(code))))
    console.log(`${file}: ${countTexts(resources(code))} texts to review`)
  }
}
