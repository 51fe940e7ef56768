import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** Two colours, measured. */
export type Pair = AnswerOf<'getBranding'>['contrast'][number]

/** The pair of a chosen colour that is the hardest to read; undefined for a path of no colour. */
export function worstPair(pairs: readonly Pair[], path: string): Pair | undefined {
  const [, name, scheme] = /^tokens\.(accent|surface|card)\.(light|dark)$/.exec(path) ?? []
  return pairs
    .filter((pair) => pair.scheme === scheme && (pair.ink === name || pair.ground === name))
    .toSorted((one, other) => one.ratio / one.least - other.ratio / other.least)[0]
}

/** Never rounded up: 4.49 is not enough. */
export function shownRatio(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}
