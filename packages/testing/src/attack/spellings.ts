/** Other spellings of a text that mean, or appear to mean, the same. The text as it is comes first. */
export type Spellings = readonly string[]

/**
 * Returns spellings of a path that some server on the way may take for the same: letter case, percent-encoding once and
 * twice, doubled, trailing and encoded slashes, dot segments, path parameters, trailing dots, fullwidth letters. A
 * service must either take one for the path itself, with all its rules, or have no such path. `Request` resolves plain
 * dot segments and backslashes before any code sees them.
 */
export function pathSpellings(path: string): Spellings {
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? []
  const letter = first.charAt(0)
  return distinct([
    path,
    path.toUpperCase(),
    `/${letter.toUpperCase()}${first.slice(1)}${rest}`,
    `/${percent(letter)}${first.slice(1)}${rest}`,
    `/${percent(letter).toLowerCase()}${first.slice(1)}${rest}`,
    `/${percent(letter).replace('%', '%25')}${first.slice(1)}${rest}`,
    Array.from(path, (one) => (one === '/' ? one : percent(one))).join(''),
    `/${path}`,
    path.replaceAll('/', '//'),
    `/${first}/${rest}`,
    `${path}/`,
    `${path}//`,
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `/x%2f..${path}`,
    `/${first}/.${rest}`,
    `/${first}%2f${rest.slice(1)}`,
    `/${first}%5c${rest.slice(1)}`,
    `/${first}\\${rest.slice(1)}`,
    `/${first};a=b${rest}`,
    `${path};a=b`,
    `${path}.`,
    `${path}%2e`,
    `${path}%20`,
    `${path}%00`,
    `${path}%0a`,
    `${path}.json`,
    `${path}%3f`,
    `${path}%23`,
    `/${fullWidth(first)}${rest}`,
    `/\u200b${first}${rest}`,
  ])
}

/** Ways to type an e-mail address that may reach the same mailbox, or be compared as equal somewhere. */
export function emailSpellings(address: string): Spellings {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  return distinct([
    address,
    address.toUpperCase(),
    `${local.charAt(0).toUpperCase()}${local.slice(1)}@${domain}`,
    `${local}@${domain.toUpperCase()}`,
    ` ${address}`,
    `${address} `,
    `\t${address}\r\n`,
    `\u00a0${address}`,
    `${address}\u3000`,
    `\ufeff${address}`,
    `${local.slice(0, 1)}\u200b${local.slice(1)}@${domain}`,
    `${address}.`,
    `"${local}"@${domain}`,
    `${local}@${fullWidth(domain)}`,
    `${fullWidth(local)}@${domain}`,
    // KELVIN SIGN and LATIN SMALL LETTER LONG S become "k" and "s" in some, but not all, ways to ignore case.
    address.replaceAll('k', '\u212a'),
    address.replaceAll('s', '\u017f'),
    address.normalize('NFD'),
    `${address}\0`,
    `<${address}>`,
    `Ada <${address}>`,
    `mailto:${address}`,
    `${local}(x)@${domain}`,
    `${local} @${domain}`,
  ])
}

/** Ways to type the phone number `+<country><rest>` that reach the same telephone. */
export function phoneSpellings(number: string): Spellings {
  const digits = number.replace(/\D/g, '')
  const plus = `+${digits}`
  const [country, rest] = [digits.slice(0, 2), digits.slice(2)]
  const half = Math.ceil(rest.length / 2)
  return distinct([
    number,
    ` ${plus} `,
    `+${country} ${rest}`,
    `+${country}-${rest.slice(0, half)}-${rest.slice(half)}`,
    `+${country} (${rest.slice(0, 3)}) ${rest.slice(3)}`,
    `+${country}.${rest.slice(0, half)}.${rest.slice(half)}`,
    `+${country}/${rest}`,
    Array.from(plus).join(' '),
    Array.from(plus).join('\u00a0'),
    `+${country} (0) ${rest}`,
    `00${digits}`,
    digits,
    `tel:${plus}`,
    `${plus};ext=1`,
    `${plus} ext. 1`,
    `\uff0b${fullWidth(digits)}`,
    `+${otherDigits(digits, 0x06_60)}`,
    `+${otherDigits(digits, 0x09_66)}`,
    `\u200e${plus}\u200f`,
  ])
}

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfe_e0))
}

function otherDigits(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

function percent(letter: string): string {
  return Array.from(
    new TextEncoder().encode(letter),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
}

function distinct(list: readonly string[]): Spellings {
  return [...new Set(list)]
}
