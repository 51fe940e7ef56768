import { chosenColours } from './brand-colours.ts'
import type { BrandAsset, ButtonStyle } from './brand.ts'
import { hasAllWeights } from './brand-images.ts'
import type { WrittenTokens } from './brand-shape.ts'
import { mix, type Rgb, writeColour } from './colour.ts'
import { paletteOf, type Palette, type Scheme } from './palette.ts'

// Generic families without quotes; in quotes they would be names of fonts.
// oxfmt-ignore
const genericFonts: readonly string[] = ['serif', 'sans-serif', 'monospace', 'system-ui', 'ui-sans-serif', 'ui-serif', 'ui-rounded', 'ui-monospace']
const controlRem = { compact: 2.5, comfortable: 3, spacious: 3.5 } as const

/**
 * Returns the custom properties of a brand as a stylesheet. Every value is built here from numbers, parsed colours and
 * names of letters: no written text is copied into it.
 */
export function brandCss(tokens: WrittenTokens, { font, buttons }: BrandParts = {}): string {
  const light = coloursOf('light', tokens)
  const dark = coloursOf('dark', tokens)
  const shared = [
    ...(tokens.accent === undefined
      ? []
      : [`--brand:${writeColour(paletteOf('light', chosenColours('light', tokens)).accent)}`]),
    ...(tokens.radius === undefined ? [] : radiiOf(tokens.radius)),
    ...(tokens.font === undefined && font === undefined ? [] : [`--font:${fontsOf(tokens.font ?? [], font)}`]),
    ...(buttons === undefined ? [] : buttonTokens[buttons]),
    ...(tokens.density === undefined ? [] : [`--control:${controlRem[tokens.density]}rem`]),
  ]
  const rules = [...(font === undefined ? [] : [faceOf(font)]), `:root{${[...shared, ...light].join(';')}}`]
  // Written out for each scheme: browsers that do not know `light-dark()` would have no colour at all.
  if (light.length > 0) {
    rules.push(
      `@media (prefers-color-scheme:dark){:root{${dark.join(';')}}}`,
      `[data-theme=light]{${light.join(';')}}`,
      `[data-theme=dark]{${dark.join(';')}}`,
      `@media print{:root{${light.join(';')}}}`,
    )
  }
  // Users' system preferences take precedence over a brand's.
  if (hasGrounds(tokens)) rules.push('@media (prefers-contrast:more){:root{--line:var(--line-strong)}}')
  return shared.length + light.length === 0 ? '' : rules.join('')
}

/** The parts of a brand besides its tokens that the stylesheet contains. */
export interface BrandParts {
  readonly font?: BrandAsset | undefined
  readonly buttons?: ButtonStyle | undefined
}

const buttonTokens: Readonly<Record<ButtonStyle, readonly string[]>> = {
  outline: [],
  soft: ['--button:var(--accent-soft)', '--button-line:transparent'],
  quiet: ['--button:transparent', '--button-line:var(--line)'],
}

/** The path is ours: letters, digits, hyphens. Until the font is loaded, the text has a font of the device. */
function faceOf(font: BrandAsset): string {
  const weight = hasAllWeights(font) ? 'font-weight:100 900;' : ''
  return `@font-face{font-family:'${ownFont}';src:url(${font.path}) format('woff2');${weight}font-display:swap}`
}

const ownFont = 'Brand'

const hasGrounds = ({ surface, card }: WrittenTokens): boolean => surface !== undefined || card !== undefined

function coloursOf(scheme: Scheme, tokens: WrittenTokens): readonly string[] {
  const palette = paletteOf(scheme, chosenColours(scheme, tokens))
  const brand = paletteOf('light', chosenColours('light', tokens)).accent
  return [
    ...(tokens.accent === undefined ? [] : accentOf(scheme, palette, brand)),
    ...(hasGrounds(tokens)
      ? (['surface', 'card', 'sunken', 'line'] as const).map((name) => `--${name}:${writeColour(palette[name])}`)
      : []),
  ]
}

// The proportion of the brand's colour in each part of the drawn scene, and the colour that it is mixed with.
const day: Rgb = [255, 255, 255]
const night: Rgb = [18, 22, 26]
// oxfmt-ignore
const scene = { sky: [0.09, 0.08], 'sky-low': [0.2, 0.24], hill: [0.34, 0.32], 'hill-far': [0.26, 0.26] } as const

/** The accent, and the drawn scene in its hue. */
function accentOf(scheme: Scheme, palette: Palette, brand: Rgb): readonly string[] {
  const parts = Object.entries(scene).map(([name, [byDay, byNight]]) => {
    const colour = scheme === 'light' ? mix(brand, byDay, day) : mix(brand, byNight, night)
    return `--${name}:${writeColour(colour)}`
  })
  return [`--accent:${writeColour(palette.accent)}`, `--accent-ink:${writeColour(palette['accent-ink'])}`, ...parts]
}

function radiiOf(pixels: number): readonly string[] {
  const rem = (share: number) => `${Math.round((pixels * share * 1000) / 16) / 1000}rem`
  return [`--radius-xs:${rem(0.5)}`, `--radius-s:${rem(1)}`, `--radius-m:${rem(1.5)}`, `--radius-l:${rem(2)}`]
}

function fontsOf(names: readonly string[], file: BrandAsset | undefined): string {
  const own = file === undefined ? [] : [`'${ownFont}'`]
  const written = names.map((name) => (genericFonts.includes(name) ? name : `'${name}'`))
  // Letters of other scripts need these fonts after the chosen ones.
  return [...own, ...written, 'system-ui', "'Noto Sans'", "'Noto Sans Arabic'", 'sans-serif'].join(',')
}
