import type { ConfigFault } from '../config-error.ts'
import type { WrittenTokens } from './brand-shape.ts'
import { writeColour } from './colour.ts'
import {
  darkAccentOf,
  measure,
  paletteOf,
  passingShade,
  type ChosenColours,
  type ColourName,
  type Scheme,
  schemes,
} from './palette.ts'

/** Returns the chosen colours of a scheme; a dark accent is derived from the light one if none was chosen. */
export function chosenColours(scheme: Scheme, { accent, surface, card }: WrittenTokens): ChosenColours {
  const grounds = { surface: surface?.[scheme], card: card?.[scheme] }
  const own = accent?.[scheme]
  if (scheme === 'light' || own !== undefined || accent?.light === undefined) return { ...grounds, accent: own }
  return { ...grounds, accent: darkAccentOf(accent.light, grounds) }
}

/**
 * Returns the chosen colours with too little contrast, each with its worst pair, the ratio, and a colour that passes.
 */
export function contrastFaults(tokens: WrittenTokens, subject: string): readonly ConfigFault[] {
  return schemes.flatMap((scheme) => {
    const chosen = chosenColours(scheme, tokens)
    const palette = paletteOf(scheme, chosen)
    const failing = measure(palette)
      .filter(({ passes }) => !passes)
      .toSorted((one, other) => one.ratio / one.least - other.ratio / other.least)
    const blamed = [...new Set(failing.map(({ ink, ground }) => toBlame(ink, ground, chosen)))]
    return blamed.flatMap((name) => {
      const [worst, ...others] = failing.filter(({ ink, ground }) => toBlame(ink, ground, chosen) === name)
      if (worst === undefined) return []
      const { ink, ground, use, ratio, least } = worst
      const pair = `${ink} ${writeColour(palette[ink])} on ${ground} ${writeColour(palette[ground])}`
      const more =
        others.length === 0 ? '' : ` (and ${others.length} more such ${others.length === 1 ? 'pair' : 'pairs'})`
      const shade = passingShade(scheme, name, chosen)
      return [
        {
          subject: `${subject}.${name}.${scheme}`,
          wrong: `makes ${use} hard to read: ${pair} has a contrast of ${floor(ratio)}:1, and needs ${least}:1${more}`,
          fix: shade === undefined ? 'choose another colour' : `'${shade}' would do`,
        },
      ]
    })
  })
}

/** Rounds down: 4.49 is not enough. */
function floor(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

/** Returns the colour to change: the accent for accented parts, otherwise the chosen ground. */
function toBlame(ink: ColourName, ground: ColourName, chosen: ChosenColours): keyof ChosenColours {
  if ([ink, ground].includes('accent') && chosen.accent !== undefined) return 'accent'
  if (ground === 'card' && chosen.card !== undefined) return 'card'
  return chosen.surface === undefined ? 'card' : 'surface'
}
