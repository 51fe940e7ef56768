import type { Brand } from '../request/brand.ts'

// The parts that only a brand brings. Not in a stylesheet of the build: those are written into every page, and a page
// without a brand must not get longer.
const rules = `@layer page{
[data-part=brand-logo]{display:block;inline-size:auto;block-size:1.75rem;min-inline-size:1.75rem;max-inline-size:min(11rem,60vw);object-fit:contain}
[data-part=brand-wordmark]{display:block;inline-size:auto;block-size:2.25rem;max-inline-size:min(14rem,70vw);object-fit:contain}
[data-part=brand-background]{display:block;inline-size:100%;block-size:100%;object-fit:cover}
[data-part=brand-links]{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center}
footer>[data-part=brand-links]{margin-inline-end:auto}
[data-part=brand-links] a{display:inline-block;min-block-size:2.75rem;align-content:center}
[data-part=sign-up-terms]{color:var(--text-quiet);font-size:.9375rem}
}`

/** Returns the styles of a brand: its custom properties, and the rules of parts that pages only have with it. */
export function brandStyles({ css = '', logo, background, links, attribution = false }: Brand): string {
  const hasParts = logo !== undefined || background !== undefined || links !== undefined || attribution
  return hasParts ? rules + css : css
}
