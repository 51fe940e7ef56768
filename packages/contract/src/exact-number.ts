const decimal = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/** Whether a text is a decimal number that is stored as exactly this number: not one with more digits than are kept. */
export function isExactNumber(text: string): boolean {
  const value = Number(text)
  return text !== '' && Number.isFinite(value) && digitsOf(text) === digitsOf(String(value))
}

/** Returns the significant digits of a number and the power of ten of the last one; undefined for no decimal number. */
function digitsOf(text: string): string | undefined {
  const [whole, integer = '', fraction = '', power = '0'] = decimal.exec(text) ?? []
  if (whole === undefined || integer + fraction === '') return undefined
  const digits = (integer + fraction).replace(/^0+/, '')
  // No pattern for trailing zeros: it takes quadratic time for zeros before another digit.
  const significant = digits.slice(0, Array.from(digits).findLastIndex((digit) => digit !== '0') + 1)
  return significant === ''
    ? ''
    : `${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}
