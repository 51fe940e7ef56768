import { readFileSync, writeFileSync } from 'node:fs'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { renderSoak } from './soak-page.ts'

const file = `${repositoryRoot}/docs/reference/performance.md`
const [begin, end] = ['<!-- generated: soak -->\n', '<!-- /generated -->']

/** Draws the last written result into docs/reference/performance.md. A test compares both. */
export function drawDocument(): void {
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`${file} lacks ${begin.trim()} … ${end}`)
  writeFileSync(file, text.slice(0, from + begin.length) + renderSoak() + text.slice(to))
}
