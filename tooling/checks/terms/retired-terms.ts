import type { Namespace } from '@gatehouse/i18n/languages'

/**
 * TABLE: words that no English text has any more, because the thing has another name (`instead`). Translators follow
 * the English, so that a second name there becomes one in every language. Keys keep old names: they are no text.
 */
export const retiredTerms: readonly RetiredTerm[] = [
  { said: /\b(?:second|two)[ -]factors?\b/i, instead: 'second step' },
  { said: /\bmails?\b(?! servers?\b|\.)/i, instead: 'email' },
  { said: /\b(?:un)?link(?:s|ed|ing)?\b(?= accounts?\b)|\baccounts? (?:un)?linked\b/i, instead: 'connected account' },
  { said: /\bsocial (?:sign-in|login)\b/i, instead: 'connected account, provider' },
  { said: /\bways? to sign in\b/i, instead: 'sign-in method' },
  { said: /\bget(?:s|ting)?\b.{0,12} back in(?:to)?\b|\bgot back in(?:to)?\b/i, instead: 'recover the account' },
  {
    said: /\bconfirm(?:s|ed|ing)?\b (?:this |that this |the |your |an )?address(?:es)?\b/i,
    instead: 'verify an address',
  },
  { said: /\baddress(?:es)?\b(?: is| are| was)?(?: not)?(?: yet)? confirmed\b/i, instead: 'verified' },
  { said: /\bconfirmed address(?:es)?\b/i, instead: 'verified address' },
  { said: /(?<!\bApp )\bregistrations?\b/i, instead: 'sign-up' },
  { said: /\bvisitors?\b/i, instead: 'people, person' },
  { said: /\b(?:some|any|every)body\b|\bnobody\b/i, instead: 'someone, anyone, everyone, no one' },
  { said: /\bswitch(?:ed|es)?(?: \w+)? (?:on|off)\b/i, instead: 'turn on, turn off' },
  { said: /\bpeople who run\b|\bwhoever runs it\b/i, instead: 'support' },
  { said: /\blifespans?\b/i, instead: 'expiry, session length, expires after' },
  { said: /\bgiven up\b|\bgave up\b/i, instead: 'failed permanently' },
  { said: /\bproved to receive\b/i, instead: 'verified' },
  { said: /\bNever give\b/i, instead: 'never share' },
  { said: /\w'\w/, instead: 'the typographic apostrophe ’' },
  {
    said: /\b(?:do|does|did|is|are|was|were|could|should|will|has|have) not\b|\bcannot\b|(?<!who )\byou are\b|\b(?:I|we|you) (?:will|have (?:just|saved))\b/i,
    instead: 'don’t, isn’t, can’t, you’re, we’ll',
    only: accountPages,
  },
  { said: /\bcancelled\b|\bcolours?\b/i, instead: 'American spelling: canceled, color' },
]

/** A word, and its replacement in texts. */
interface RetiredTerm {
  readonly said: RegExp
  readonly instead: string
  /** The namespaces that the row holds for; absent: all. */
  readonly only?: (namespace: Namespace) => boolean
}

/**
 * Tells whether a namespace is of the pages that people see about their own account. The console and mails are formal.
 */
function accountPages(namespace: Namespace): boolean {
  return !namespace.startsWith('console') && namespace !== 'mails'
}
