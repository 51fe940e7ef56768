/** One request as an attacker sends it: from other addresses, with other spellings, with strange words. */
export { ipv4Addresses } from '../attack/client-addresses.ts'
export { emailSpellings, phoneSpellings } from '../attack/spellings.ts'
export { printableText, strangeWord } from '../strange-words.ts'
