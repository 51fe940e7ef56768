import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const sheets = files.filter((name) => name.endsWith('.css'))
const components = files.filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))

it('sees every stylesheet and component', () => {
  expect(sheets.length).toBeGreaterThan(10)
  expect(components.length).toBeGreaterThan(10)
})

it.each(sheets)('%s uses logical properties, so that right-to-left needs no second sheet', (name) => {
  const physical =
    /^\s*(?:(?:margin|padding|border)-)?(?:left|right|top|bottom)[\w-]*:|^\s*(?:width|height|(?:min|max)-(?:width|height)):|text-align: (?:left|right)/gm
  expect(read(name).match(physical)).toBeNull()
})

// Published style sheets get their rules when the package is packed.
it.each(sheets.filter((name) => name !== 'styles.css'))(
  '%s keeps its rules in a layer, so that a brand overrides them without weight',
  (name) => {
    const outside = read(name)
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replace(/^@layer [\w, ]+;/m, '')
      .trim()
    for (const block of outside.split(/\n(?=\S)(?!})/)) expect(block).toMatch(/^@layer \w+ \{/)
  },
)

it.each(components)('%s has no style attribute: a strict policy would refuse it', (name) => {
  expect(read(name)).not.toMatch(/\sstyle=/)
})
