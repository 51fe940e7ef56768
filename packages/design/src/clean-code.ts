/**
 * A one-time code as the service wants it: without the spaces and dashes people paste, and with the digits of an
 * Arabic or Persian keyboard turned into ASCII ones.
 */
export function cleanCode(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s\u200e\u200f\p{Pd}]/gu, '')
}
