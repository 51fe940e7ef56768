import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const design = new URL('../packages/design/src/', import.meta.url)
const components = readdirSync(design).filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
const own = new URL('src/', import.meta.url)
const shown = readdirSync(own)
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(new URL(file, own), 'utf8'))
  .join('\n')
/** Drawn as a part of a layout or a picture, or around a whole page, never alone. */
const partOfLayout = ['document.tsx', 'scene.tsx', 'selection.tsx', 'skip-link.tsx', 'sky.tsx']

it.each(components.filter((file) => !partOfLayout.includes(file)))(
  'the gallery shows every component of %s',
  (file) => {
    const source = readFileSync(new URL(file, design), 'utf8')
    const names = [...source.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name]) => name)
    for (const name of names.filter((name) => name !== 'FieldMessages')) expect(shown).toContain(`<${name}`)
  },
)

it('sees the components', () => {
  expect(components.length).toBeGreaterThan(15)
})
