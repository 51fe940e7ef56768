/** Characters that a pattern may look for in a bracket that has no end. */
const searched: readonly string[] = ['@', '.', '<@']
/** Units that parsers handle badly when they are repeated many times. */
const repeated: readonly string[] = [
  // Separators, quotes, brackets, a letter and a digit.
  Array.from('@.<>-_+/\\ \t{[("\'&%a0'),
  // Parts of addresses and of JSON; the byte that ends a text in C; the ends of lines.
  ['a.', '.@', '{"a":', '\0', '\r\n '],
  // One letter that is 18 letters in NFKC; accents that are put in order; half a letter; left out; long in Punycode.
  ['\ufdfa', '\u0301\u0323', '\ud800', '\u200b', 'ü'],
].flat()

/** A text by which a field could cost more than its length. */
export interface HostileText {
  /** The repeated unit and the text around it. */
  readonly name: string
  /** The text, at most `length` UTF-16 units long. `valid` is the field's usual value. */
  readonly of: (valid: string, length: number) => string
}

/** Pairs that are complete only with both halves. */
const nested = [
  ['[', ']'],
  ['{"a":', '}'],
] as const

/**
 * Long runs of each unit: in a bracket without an end; and after a valid text, before a letter that no run ends with,
 * so that a pattern that requires the end fails, and tries again from the next letter. Then nested pairs, numbers
 * without an end, and texts of different letters.
 */
export const hostileTexts: readonly HostileText[] = [
  ...searched.map((unit): HostileText => ({
    name: `a run of ${JSON.stringify(unit)} in a bracket`,
    of: (_, length) => `<${run(unit, length - 1)}`,
  })),
  ...repeated.map((unit): HostileText => ({
    name: `a run of ${JSON.stringify(unit)} in what is valid`,
    of: (valid, length) => `${valid.slice(0, length)}${run(unit, length - valid.length - 1)}x`.slice(0, length),
  })),
  ...nested.map(([open, close]): HostileText => ({
    name: `${open} nested`,
    of: (_, length) => {
      const levels = Math.floor(length / (open.length + close.length))
      return open.repeat(levels) + close.repeat(levels)
    },
  })),
  { name: 'a number', of: (_, length) => `1${run('0', length - 1)}` },
  { name: 'an address with one long domain', of: (_, length) => `a@${run('a', length - 6)}.org` },
  { name: 'ever other letters', of: (_, length) => String.fromCharCode(...letters(length)) },
]

function run(unit: string, length: number): string {
  return unit.repeat(Math.max(0, Math.floor(length / unit.length)))
}

/** Returns letters of Chinese, one after the other: tables of seen letters grow with each. */
function letters(length: number): readonly number[] {
  return Array.from({ length: Math.min(length, 16_384) }, (_, index) => 0x4e_00 + index)
}
