/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Reads `#rgb` and `#rrggbb`; undefined for everything else, names and functions of CSS among it. */
export function parseColour(text: string): Rgb | undefined {
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) return undefined
  const full = text.length === 4 ? text.slice(1).replaceAll(/./g, '$&$&') : text.slice(1)
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

/** Returns a colour as `#rrggbb`. */
export function writeColour(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Mixes `share` (0 to 1) of `one` with the rest of `other`, as `color-mix(in srgb, …)` does. */
export function mix(one: Rgb, share: number, other: Rgb): Rgb {
  const part = (at: 0 | 1 | 2) => one[at] * share + other[at] * (1 - share)
  return [part(0), part(1), part(2)]
}

/** The same hue and strength, as light as `lightness` (0 to 1, as HSL has it). */
export function withLightness(colour: Rgb, lightness: number): Rgb {
  const shares = colour.map((part) => part / 255)
  const [most, least] = [Math.max(...shares), Math.min(...shares)]
  const middle = (most + least) / 2
  const saturation = most === least ? 0 : (most - least) / (1 - Math.abs(2 * middle - 1))
  const chroma = saturation * (1 - Math.abs(2 * lightness - 1))
  const part = (at: 0 | 1 | 2) => {
    const share = most === least ? 0.5 : (colour[at] / 255 - least) / (most - least)
    return 255 * (lightness + chroma * (share - 0.5))
  }
  return [part(0), part(1), part(2)]
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** Returns the relative luminance of WCAG 2.2. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the first colour from `start` to `end`, in steps of a fiftieth, that `passes`; undefined if none does. */
export function firstOnTheWay(start: Rgb, end: Rgb, passes: (colour: Rgb) => boolean): Rgb | undefined {
  for (let step = 0; step <= 50; step += 1) {
    const tried = mix(end, step / 50, start)
    const written = parseColour(writeColour(tried)) ?? tried
    if (passes(written)) return written
  }
  return undefined
}
