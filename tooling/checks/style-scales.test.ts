import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../runners/tool.ts'

/** The sheets that define the scales. */
const scales = ['design/src/tokens.css', 'app/layout/compact.css']
const sheets = globSync(['apps/*/app/**/*.css', 'packages/{design,flow-form}/src/**/*.css', 'gallery/src/**/*.css'], {
  cwd: root,
}).filter((path) => !scales.some((name) => path.endsWith(name)))

/** A length that is neither nothing nor a hairline. */
const length = /(?<![\w.-])(?!0(?:\.0+)?(?:rem|px)|[12]px)\d*\.?\d+(?:rem|px)\b/

/**
 * TABLE: properties with a scale, their tokens in `packages/design/src/tokens.css`, and the values that no sheet may
 * have.
 */
const rules: readonly (readonly [kind: string, property: RegExp, literal: RegExp])[] = [
  ['size of text: --text-*', /^font(?:-size)?$/, length],
  ['height of a line: --leading-*', /^line-height$/, /\d/],
  ['weight of text: --weight-*', /^font-weight$/, /\d|bold/],
  ['space: --space-*', /^(?:row-|column-)?gap$|^(?:padding|margin)(?:-|$)/, length],
  ['corner: --radius-*', /^border(?:-[a-z-]+)?-radius$/, length],
  ['shadow of what floats: --shadow-*', /^box-shadow$/, /^0 [1-9]/],
  [
    'colour',
    /^(?:color|background(?:-color)?|border-color|outline-color|fill|stroke)$/,
    /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)\(/i,
  ],
  ['motion: --settle, --enter', /^transition(?:-duration)?$/, /\d/],
]

/** Declarations that break a rule, each with its sheet. */
function literals(property: RegExp, literal: RegExp): readonly string[] {
  return sheets.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^\s*([\w-]+):([^;{}]+);/gm)]
      .filter(([, name = '', value = '']) => property.test(name) && literal.test(value.trim()))
      .map(([, name = '', value = '']) => `${path}: ${name}:${value}`),
  )
}

it('sees the sheets of both applications', () => {
  expect(sheets.length).toBeGreaterThan(80)
})

it.each(rules)('%s has a token, which every sheet uses', (_kind, property, literal) => {
  expect(literals(property, literal)).toEqual([])
})
