/** The settings of the gallery, which are all in the address. */
export interface Look {
  readonly theme: 'system' | 'light' | 'dark'
  /** Arabic is drawn from right to left. */
  readonly language: 'en' | 'ar'
  /** `320`: in a window of 320 CSS pixels. */
  readonly width: 'full' | '320'
  /** One of the layouts alone, as a whole page; `dialog`: with a question above it. */
  readonly show: 'everything' | 'gate' | 'account' | 'dialog'
}

/** Every value a look may have; an address may omit the first one. */
export const choices: { readonly [K in keyof Look]: readonly Look[K][] } = {
  theme: ['system', 'light', 'dark'],
  language: ['en', 'ar'],
  width: ['full', '320'],
  show: ['everything', 'gate', 'account', 'dialog'],
}

/** Reads a look from a query. Unknown values count as absent. */
export function readLook(query: string): Look {
  const asked = new URLSearchParams(query)
  const read = <T extends string>(name: string, known: readonly T[], otherwise: T): T =>
    known.find((value) => value === asked.get(name)) ?? otherwise
  return {
    theme: read('theme', choices.theme, 'system'),
    language: read('language', choices.language, 'en'),
    width: read('width', choices.width, 'full'),
    show: read('show', choices.show, 'everything'),
  }
}

/** Returns the address of the gallery in that look, relative to the page. */
export function addressOf({ theme, language, width, show }: Look): string {
  return `?${new URLSearchParams({ theme, language, width, show }).toString()}`
}
