import * as icons from 'simple-icons'
import type { SimpleIcon } from 'simple-icons'
import { expect, test } from 'vitest'

import { contrast } from './contrast.fixture.ts'
import { providerMarks } from './provider-marks.ts'

const bySlug = new Map(Object.values(icons).map((icon) => [icon.slug, icon]))

/** Returns the provider's own colour if it is visible on every card, otherwise that of the text beside it. */
function fillOf({ hex }: SimpleIcon): string {
  const own = `#${hex.toLowerCase()}`
  const isSeen = (['light', 'dark'] as const).every((scheme) => contrast(own, 'var(--card)', scheme) >= 3)
  return isSeen ? own : 'currentColor'
}

function symbolOf(name: string): string {
  const icon = bySlug.get(name)
  if (icon === undefined) throw new Error(`simple-icons has no "${name}"`)
  return `<symbol id="${name}" viewBox="0 0 24 24"><path fill="${fillOf(icon)}" d="${icon.path}"/></symbol>`
}

test('the marks of providers are those of simple-icons; `vitest -u` regenerates them', async () => {
  const symbols = providerMarks.map(symbolOf).join('\n')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols}\n</svg>\n`
  await expect(drawing).toMatchFileSnapshot('./provider-marks.svg')
})
