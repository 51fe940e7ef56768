/**
 * The bounds of one request and of one identity. Every refusal names the limit and the remedy. The listeners bound the
 * bytes of bodies (`service.ts`), and the gateway those of visitors.
 */
export const bounds = {
  /**
   * Fields and items of a form or JSON body from a visitor. The largest forms have some dozens; a thousand take a few
   * milliseconds, even if each of them is a fault.
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
  /** Fields and items of an identity's traits. Each may have a fault, and each string can be searched for. */
  valuesOfTraits: 1_000,
  /** Sign-in names and addresses of an identity: each has a row, and some get a message. */
  addressesOfIdentity: 100,
  /** Faults of traits that one answer names. People correct them one after the other. */
  faults: 50,
  /** Characters of an e-mail address (RFC 5321: 64 before the `@`, 255 after it) or number. A longer text is none. */
  charactersOfAddress: 320,
  /** Characters of a typed text, or of a field's name, in the message about a fault. */
  charactersOfQuotation: 320,
  /** Operations of one JSON Patch. */
  operationsOfPatch: 1_000,
} as const
