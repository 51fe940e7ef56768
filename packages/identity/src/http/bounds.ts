/**
 * What one request and one identity may have at most. Everything that is refused says the number and what to do. Bytes
 * of bodies are bounded by the listeners (`service.ts`), visitors' also by the gateway.
 */
export const bounds = {
  /**
   * Fields and items of a form or JSON body from a visitor. The largest forms have some dozens; a thousand are worked on
   * in a few milliseconds, also where each of them is a fault.
   */
  valuesOfSubmission: 1_000,
  /** Levels of such a body. Deeper ones could exhaust the stack of a recursive reader. */
  depthOfSubmission: 16,
  /** Fields and items of a body of the admin API: a batch of a thousand identities with some hundred each. */
  valuesOfAdminBody: 200_000,
  /** Levels of such a body. */
  depthOfAdminBody: 64,
  /** Characters of JSON of an identity's traits, and of each kind of metadata: all are read with every session. */
  charactersOfDocument: 64 * 1024,
  /** Fields and items of an identity's traits. Each may be a fault, and each string one that can be searched for. */
  valuesOfTraits: 1_000,
  /** Sign-in names and addresses of an identity: each has a row, and some get a message. */
  addressesOfIdentity: 100,
  /** Faults of traits that one answer names. People mend them one after the other. */
  faults: 50,
  /** Characters of an e-mail address (RFC 5321: 64 before the `@`, 255 after it) or number. A longer text is none. */
  charactersOfAddress: 320,
  /** Characters of what was typed, or of a field's name, in the words about a fault. */
  charactersOfQuotation: 320,
  /** Operations of one JSON Patch. */
  operationsOfPatch: 1_000,
} as const
