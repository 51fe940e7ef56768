/** The cost of compiling a pattern. */
export interface PatternSize {
  /** A lower estimate of its instructions: a letter or class is one, multiplied by its repetitions. */
  readonly instructions: number
  /** Classes of Unicode, `\pL` and `\p{Greek}`: each is a table of hundreds of ranges, folded and merged. */
  readonly classes: number
}

/**
 * Counts a pattern before it is compiled, in time that is linear in its length: a short one such as `x{1000}` many times
 * takes seconds.
 */
export function patternSize(source: string): PatternSize {
  const groups: number[] = []
  let sum = 0
  let last = 0
  let classes = 0
  const add = (instructions: number): void => {
    last = instructions
    sum += instructions
  }
  for (let index = 0; index < source.length; index += 1) {
    switch (source.charAt(index)) {
      case '\\':
        if (/[pP]/.test(source[index + 1] ?? '')) classes += 1
        index += 1
        add(1)
        break
      case '[': {
        const end = endOfClass(source, index)
        classes += source.slice(index, end).split(/\\[pP]/).length - 1
        index = end
        add(1)
        break
      }
      case '(':
        groups.push(sum)
        sum = 0
        last = 0
        break
      case ')': {
        const inner = sum
        sum = groups.pop() ?? 0
        add(inner)
        break
      }
      case '{': {
        const [count, length] = countAt(source, index)
        if (length === 0) {
          add(1)
          break
        }
        sum += last * (count - 1)
        last *= count
        index += length - 1
        break
      }
      default:
        add(1)
    }
  }
  return { instructions: groups.reduce((all, group) => all + group, sum), classes }
}

/** Returns the maximum repetitions of `{2,5}`, and its length; zero for another brace. */
function countAt(source: string, start: number): readonly [count: number, length: number] {
  const [whole = '', least = '', most = ''] =
    /^\{(\d{1,6})(?:,(\d{0,6}))?\}/.exec(source.slice(start, start + 16)) ?? []
  return [Math.max(Number(least), Number(most)), whole.length]
}

/** Returns the end of `[…]`: the bracket that is neither its first character nor escaped, nor that of `[:alpha:]`. */
function endOfClass(source: string, start: number): number {
  let index = start + (source[start + 1] === '^' ? 2 : 1)
  for (let isFirst = true; index < source.length; index += 1, isFirst = false) {
    if (source[index] === '\\') index += 1
    else if (source[index] === ']' && !isFirst) return index
    else if (source.startsWith('[:', index)) {
      const end = source.indexOf(':]', index + 2)
      if (end > 0 && end - index < 20) index = end + 1
    }
  }
  return source.length
}
