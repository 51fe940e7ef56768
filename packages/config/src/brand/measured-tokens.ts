import { chosenColours } from './brand-colours.ts'
import { brandShape, type TextRules } from './brand-shape.ts'
import { writeColour } from './colour.ts'
import { measure, type MeasuredPair, paletteOf, type Scheme, schemes } from './palette.ts'

/** A pair of colours as it is drawn, `#rrggbb` each. */
export interface DrawnPair extends MeasuredPair {
  readonly scheme: Scheme
  readonly inkColour: string
  readonly groundColour: string
}

/** Returns every pair of colours of the section `tokens`, passing or not; undefined if the section is invalid. */
export function measureTokens(given: unknown, rules: TextRules): readonly DrawnPair[] | undefined {
  const tokens = brandShape(rules).shape.tokens.safeParse(given)
  if (!tokens.success) return undefined
  return schemes.flatMap((scheme) => {
    const palette = paletteOf(scheme, chosenColours(scheme, tokens.data ?? {}))
    return measure(palette).map((pair) => ({
      ...pair,
      scheme,
      inkColour: writeColour(palette[pair.ink]),
      groundColour: writeColour(palette[pair.ground]),
    }))
  })
}
