import { contrast, firstOnTheWay, mix, parseColour, type Rgb, withLightness, writeColour } from './colour.ts'

/** The colour schemes of the pages. */
export const schemes = ['light', 'dark'] as const
/** A colour scheme. Each has its own colours, and a brand may set some for each. */
export type Scheme = (typeof schemes)[number]

/** The colours of a page that are read on one another. */
export type ColourName =
  | 'accent'
  | 'accent-ink'
  | 'accent-soft'
  | 'surface'
  | 'card'
  | 'sunken'
  | 'line'
  | 'line-strong'
  | 'text'
  | 'text-quiet'
  | 'danger'
  | 'good'

/** All colours of one scheme: the pages' own, those that a brand chose, and derived ones. */
export type Palette = Readonly<Record<ColourName, Rgb>>

/** The colours that a brand may choose; the others are fixed, or derived from these. */
export interface ChosenColours {
  readonly accent?: Rgb | undefined
  readonly surface?: Rgb | undefined
  readonly card?: Rgb | undefined
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** The pages' own colours; a test compares them with the stylesheet that has them. */
// oxfmt-ignore
export const ownColours = {
  light: { accent: '#1f5f4a', 'accent-ink': '#ffffff', surface: '#f8f6f2', card: '#ffffff', sunken: '#efebe4', line: '#e7e2d9', 'line-strong': '#857d71', text: '#1d1b18', 'text-quiet': '#635c52', danger: '#a3271e', good: '#1f6b3a' },
  dark:  { accent: '#7cc4a6', 'accent-ink': '#10221b', surface: '#151412', card: '#26231f', sunken: '#302c27', line: '#3b3731', 'line-strong': '#8a8174', text: '#f2efe9', 'text-quiet': '#b0a899', danger: '#f0938a', good: '#86cf9e' },
} as const satisfies Readonly<Record<Scheme, Readonly<Record<Exclude<ColourName, 'accent-soft'>, string>>>>

/**
 * TABLE: the pairs of ink and ground, and their least contrast: 4.5 for text, 3 for edges (WCAG 2.2, 1.4.3 and 1.4.11).
 */
// oxfmt-ignore
const pairs: readonly (readonly [ink: ColourName, ground: ColourName, least: number, use: string])[] = [
  ['accent-ink',  'accent',      4.5, 'the text of the main button'],
  ['accent',      'accent-soft', 4.5, 'accented text'],
  ['text',        'accent-soft', 4.5, 'the text of a soft button'],
  ['accent',      'sunken',      4.5, 'accented text on a sunken area'],
  ['accent',      'surface',     3,   'the outline of what has the focus'],
  ['accent',      'card',        3,   'the outline of what has the focus, on a card'],
  ['text',        'surface',     4.5, 'text'],
  ['text',        'card',        4.5, 'text on a card'],
  ['text',        'sunken',      4.5, 'text on a sunken area'],
  ['text-quiet',  'surface',     4.5, 'quiet text'],
  ['text-quiet',  'card',        4.5, 'quiet text on a card'],
  ['text-quiet',  'sunken',      4.5, 'quiet text on a sunken area'],
  ['danger',      'surface',     4.5, 'errors'],
  ['danger',      'card',        4.5, 'errors on a card'],
  ['good',        'surface',     4.5, 'good news'],
  ['line-strong', 'surface',     3,   'the edges of fields'],
  ['line-strong', 'card',        3,   'the edges of fields on a card'],
]

/** The measured contrast of one pair of a palette. */
export interface MeasuredPair {
  readonly ink: ColourName
  readonly ground: ColourName
  readonly use: string
  readonly ratio: number
  readonly least: number
  readonly passes: boolean
}

/** Returns all colours of a scheme: the chosen, the derived and the pages' own ones. */
export function paletteOf(scheme: Scheme, chosen: ChosenColours): Palette {
  const own = (name: keyof (typeof ownColours)['light']): Rgb => parseColour(ownColours[scheme][name]) ?? black
  const surface = chosen.surface ?? own('surface')
  const card = chosen.card ?? own('card')
  const accent = chosen.accent ?? own('accent')
  const isOwnGround = chosen.surface === undefined && chosen.card === undefined
  return {
    accent,
    'accent-ink': chosen.accent === undefined ? own('accent-ink') : inkOn(accent),
    'accent-soft': mix(accent, 0.13, card),
    surface,
    card,
    sunken: isOwnGround ? own('sunken') : mix(own('text'), 0.05, surface),
    line: isOwnGround ? own('line') : mix(own('text'), 0.16, card),
    'line-strong': own('line-strong'),
    text: own('text'),
    'text-quiet': own('text-quiet'),
    danger: own('danger'),
    good: own('good'),
  }
}

/** Returns every pair of a palette with its ratio. */
export function measure(palette: Palette): readonly MeasuredPair[] {
  return pairs.map(([ink, ground, least, use]) => {
    const ratio = contrast(palette[ink], palette[ground])
    return { ink, ground, use, least, ratio, passes: ratio >= least }
  })
}

/** Returns the nearest shade of a chosen colour with which all its pairs pass; undefined if there is none. */
export function passingShade(scheme: Scheme, name: keyof ChosenColours, chosen: ChosenColours): string | undefined {
  const start = chosen[name]
  if (start === undefined) return undefined
  // Accents are read on the grounds, so they move away from them; grounds move away from their inks.
  const end = (name === 'accent') === (scheme === 'light') ? black : white
  const others = new Set(failing(paletteOf(scheme, { ...chosen, [name]: undefined })))
  const found = firstOnTheWay(start, end, (tried) =>
    failing(paletteOf(scheme, { ...chosen, [name]: tried })).every((pair) => others.has(pair)),
  )
  return found && writeColour(found)
}

/** Returns the accent of the dark scheme if only the light one was chosen: as much lighter as necessary. */
export function darkAccentOf(light: Rgb, chosen: ChosenColours): Rgb {
  const accent = withLightness(light, 0.72)
  return (
    firstOnTheWay(accent, white, (tried) => failing(paletteOf('dark', { ...chosen, accent: tried })).length === 0) ??
    accent
  )
}

function failing(palette: Palette): readonly string[] {
  return measure(palette)
    .filter(({ passes }) => !passes)
    .map(({ ink, ground }) => `${ink} on ${ground}`)
}

/** Returns white or a very dark shade of the accent itself, whichever has more contrast. */
function inkOn(accent: Rgb): Rgb {
  const shade = mix(accent, 0.12, black)
  if (contrast(white, accent) >= contrast(shade, accent)) return white
  return contrast(shade, accent) >= 4.5 ? shade : black
}
