import type { Identity } from './identity.ts'

/** The parts of an identity that a name is made of. */
export interface NamedIdentity extends Pick<Identity, 'id' | 'traits'> {
  readonly verifiable_addresses?: readonly { readonly value: string }[]
}

/** Traits that tend to hold a person's name, best first. Any schema may name them otherwise. */
const nameTraits: readonly string[] = ['display_name', 'full_name', 'name']

/** Traits that identify a person if no name does. */
const handleTraits: readonly string[] = ['username', 'email', 'phone']

/** Returns the person's own name, if their traits hold one. */
export function givenName({ traits }: Pick<Identity, 'traits'>): string | undefined {
  return first(traits, nameTraits) ?? wordsOf(traits)
}

/** Returns the name for an account: the person's, else an address, else its id. */
export function personName(identity: NamedIdentity): string {
  const { id, traits, verifiable_addresses: addresses } = identity
  return givenName(identity) ?? first(traits, handleTraits) ?? addresses?.[0]?.value ?? id
}

function first(traits: Identity['traits'], names: readonly string[]): string | undefined {
  return names.map((name) => textOf(traits[name])).find((text) => text !== undefined)
}

/** Returns a trait as text; `{ first, last }` becomes both words, in whatever order the service stores them. */
function textOf(trait: unknown): string | undefined {
  if (typeof trait === 'string') return trait.trim() === '' ? undefined : trait.trim()
  return typeof trait === 'object' && trait !== null && !Array.isArray(trait) ? wordsOf(trait) : undefined
}

const givenWords: readonly string[] = ['first', 'first_name', 'given', 'given_name']
const familyWords: readonly string[] = ['last', 'last_name', 'family', 'family_name']

function wordsOf(parts: object): string | undefined {
  const word = (names: readonly string[]) =>
    names.map((name) => textOf(Reflect.get(parts, name))).find((text) => text !== undefined)
  const [given, family] = [word(givenWords), word(familyWords)]
  return given === undefined || family === undefined ? (given ?? family) : inOrder(given, family)
}

/** Letters of a name that are looked at for its script. */
const lettersOfScript = 256

/**
 * Returns both words in the order in which their script writes them: 김하은, 陳偉, Nguyễn Minh Tuấn, but アダ ラブレス, which is
 * how Japanese writes a foreign name.
 */
function inOrder(given: string, family: string): string {
  // Its beginning tells the script: normalizing many marks at one letter takes the square of their number.
  const both = (given + family).slice(0, lettersOfScript).normalize('NFC')
  if (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(both)) {
    return /^[\p{Script=Katakana}ー]+$/u.test(both) ? `${given} ${family}` : family + given
  }
  // Letters that no other language with many speakers has.
  return /[ơư\u1ea0-\u1ef9]/iu.test(both) ? `${family} ${given}` : `${given} ${family}`
}
