import { readFileSync } from 'node:fs'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const declared = new Map(
  [...css.matchAll(/^ {4}--([a-z-]+): ([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
)

type Rgb = readonly [number, number, number]
type Scheme = 'light' | 'dark'

/** Resolves the notations of tokens.css: hex, `var()`, `light-dark(a, b)` and `color-mix(in srgb, a n%, b)`. */
function resolve(value: string, scheme: Scheme): Rgb {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(value)?.[1]
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16)
    return [part(0), part(2), part(4)]
  }
  const [, name = '', inside = ''] = /^([a-z-]+)\((.*)\)$/.exec(value) ?? []
  const parts = inside.split(/,\s*(?![^(]*\))/)
  if (name === 'var') return resolve(declared.get(inside.slice(2)) ?? `nothing called ${inside}`, scheme)
  if (name === 'light-dark') return resolve(parts[scheme === 'light' ? 0 : 1] ?? '', scheme)
  if (name === 'color-mix') {
    const [, first = '', share = ''] = /^(.*) (\d+)%$/.exec(parts[1] ?? '') ?? []
    const one = resolve(first, scheme)
    const other = resolve(parts[2] ?? '', scheme)
    const mix = (at: 0 | 1 | 2) => (one[at] * Number(share) + other[at] * (100 - Number(share))) / 100
    return [mix(0), mix(1), mix(2)]
  }
  throw new Error(`tokens.css: cannot read the colour "${value}"`)
}

/** WCAG 2.2 relative luminance. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as CSS writes them, tokens among them, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string, scheme: Scheme): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((value) => luminance(resolve(value, scheme)))
    .toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
