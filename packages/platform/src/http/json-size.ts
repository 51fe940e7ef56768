/** The size of a JSON text. */
export interface JsonSize {
  /** Fields of objects and items of lists, at every level. An approximation for malformed JSON. */
  readonly values: number
  /** Levels of objects and lists. */
  readonly depth: number
}

/**
 * Measures a JSON text before it is parsed: parsing takes ten times as long, and a parser cannot report that a text is
 * too large.
 */
export function jsonSize(text: string): JsonSize {
  let values = 0
  let level = 0
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfText(text, index)
        break
      case comma:
        values += 1
        break
      case openBrace:
      case openBracket:
        values += 1
        level += 1
        depth = Math.max(depth, level)
        break
      case closeBrace:
      case closeBracket:
        level -= 1
        break
    }
  }
  return { values, depth }
}

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = Array.from('"\\,{}[]', (sign) =>
  sign.charCodeAt(0),
)

/** Returns the index of the quote that ends the text which begins here. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

/** Tells whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 1
}
