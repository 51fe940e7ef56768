import { describe, expect, it } from 'vitest'

import { contrast } from './contrast.fixture.ts'

// prettier-ignore
const texts = [
  ['text', 'surface'], ['text', 'card'], ['text', 'sunken'],
  ['text', 'danger-soft'], ['text', 'good-soft'], ['text', 'note-soft'],
  ['text-quiet', 'surface'], ['text-quiet', 'card'], ['text-quiet', 'sunken'], ['text-quiet', 'note-soft'],
  ['accent-ink', 'accent'], ['accent', 'accent-soft'], ['accent', 'sunken'], ['card', 'text-quiet'],
  ['danger', 'surface'], ['danger', 'card'], ['danger', 'danger-soft'], ['good', 'surface'],
  ['warn', 'surface'], ['warn', 'card'], ['warn', 'warn-soft'], ['text', 'warn-soft'],
  ['ink-text', 'ink'], ['ink-danger', 'ink'],
] as const

// prettier-ignore
const borders = [
  ['line-strong', 'surface'], ['line-strong', 'card'], ['accent', 'surface'], ['accent', 'card'],
  ['danger', 'surface'], ['danger', 'card'],
] as const

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it.each(texts)('%s on %s is readable as text (4.5:1)', (ink, ground) => {
    expect(contrast(`var(--${ink})`, `var(--${ground})`, scheme)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(borders)('%s on %s is visible as a border (3:1)', (line, ground) => {
    expect(contrast(`var(--${line})`, `var(--${ground})`, scheme)).toBeGreaterThanOrEqual(3)
  })
})
