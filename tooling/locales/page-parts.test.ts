import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadCatalogues } from '@gatehouse/i18n/catalogues'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../runners/tool.ts'
import { drawPageParts, pagePartsPath, readPageParts } from './page-parts.ts'

const page = (...lines: readonly string[]) => [...lines, 'export default function Page() {}'].join('\n')

function madeUpApp(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-page-parts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('a page has the texts that its modules name, whole or by a template, and no others', () => {
  const folder = madeUpApp({
    'root.tsx': page(`const t = useText('frame')`, `t('skip')`),
    'shell.tsx': page(`const t = useText('frame')`, `t('nav.home')`),
    'people.tsx': page(
      `import { rows } from './rows.ts'`,
      `import type { Other } from './other.tsx'`,
      `const Later = lazy(() => import('./later.tsx'))`,
      `const t = useText('people')`,
      't(`state.${state}`)',
      `page.t('people:server.said')`,
    ),
    'rows.ts': `export const rows = [{ label: 'row.name' }]`,
    'other.tsx': page(`const t = useText('people')`, `t('other.title', { count })`),
    'later.tsx': page(`const t = useText('people')`, 't(`later.${name}.title`)'),
    'sign-in.tsx': page(`import { labelsOf } from '@forms/labels'`, `labelsOf(useText('frame'))`),
    'labels.ts': `export const labelsOf = (t) => ({ or: t('form.or') })`,
    'file.ts': `export const loader = () => 'other.title'`,
  })
  const catalogues = {
    frame: { skip: '', 'nav.home': '', 'row.name': '', 'unsaid.title': '', 'form.or': '' },
    people: {
      'state.active': '',
      'row.name': '',
      'server.said': '',
      'other.title_one': '',
      'other.title_other': '',
      'later.one.title': '',
    },
  }
  const addresses = [
    { pattern: '/other', file: 'other.tsx', isInside: false },
    { pattern: '/sign-in', file: 'sign-in.tsx', isInside: false },
    { pattern: '/file', file: 'file.ts', isInside: false },
    { pattern: '/w/:workspace/people', file: 'people.tsx', isInside: true },
  ]
  const packageAt = (specifier: string) => (specifier === '@forms/labels' ? join(folder, 'labels.ts') : undefined)
  expect(readPageParts(folder, addresses, 'shell.tsx', catalogues, packageAt)).toEqual({
    everywhere: ['frame'],
    workspace: ['frame:nav'],
    pages: {
      '/other': ['people:other'],
      '/sign-in': ['frame:form'],
      '/w/:workspace/people': ['people:row', 'people:state'],
    },
    later: { 'later.tsx': ['people:later.one'] },
  })
})

test('the table of the texts on the pages of the console agrees with their modules @page-texts-1', () => {
  const originals = loadCatalogues(join(root, 'locales')).resources(defaultLanguage)
  expect(readFileSync(join(root, pagePartsPath), 'utf8')).toBe(drawPageParts(root, originals))
})
