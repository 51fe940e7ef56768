/**
 * TABLE: things that have one name in both apps, in every file. `said` finds the English texts that name the thing;
 * every language then has to name it there too, by its own term (`terms.ts`).
 */
export const concepts: Readonly<Record<ConceptName, Concept>> = {
  recoveryCodes: {
    said: /\brecovery codes?\b/i,
    // The code of account recovery, which recovery sends and operators create, is another thing.
    never:
      /^mails:recovery_|\brecovery_(?:code_)?(?:in)?valid$|said\.recovery_|createRecovery|^console_people:(?:recovery|credential\.stays|form\.new)/,
  },
  passkey: { said: /\bpasskeys?\b/i },
  securityKey: { said: /\bsecurity keys?\b/i },
  authenticatorApp: { said: /\bauthenticator app\b/i },
  email: { said: /\bemails?\b/i, besides: /^console/ },
  // Of a session it is said how many steps it took.
  secondStep: { said: /\bsecond steps?\b/i, besides: /session\.two_steps$/ },
  // A notice of it is of the connecting.
  connectedAccount: { said: /\bconnected accounts?\b/i, besides: /template\.provider_linked$/ },
  signOut: { said: /\bsign(?:s|ed|ing)?(?: (?:you|it|them))? out\b/i, besides: /^console/ },
}

/**
 * Something that has one name. `besides` are keys that are not looked at; those of `never` are about something that is
 * easily taken for it, and have its term in no language.
 */
interface Concept {
  readonly said: RegExp
  readonly besides?: RegExp
  readonly never?: RegExp
}

/** The name of a row. */
export type ConceptName =
  | 'recoveryCodes'
  | 'passkey'
  | 'securityKey'
  | 'authenticatorApp'
  | 'email'
  | 'secondStep'
  | 'connectedAccount'
  | 'signOut'
