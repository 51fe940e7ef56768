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

/** Returns the index at which the text that begins here ends. */
function endOfText(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1
  }
  return index
}
