/** TABLE: exit codes, by the reason of a failure. docs/reference/commands.md has the same table. */
export const exitCodes = {
  failed: { code: 1, meaning: 'refused, or not possible; the reason is in the message' },
  usage: {
    code: 2,
    meaning: 'the command line makes no sense: an unknown command or option, a missing or wrong value',
  },
  not_signed_in: { code: 3, meaning: 'no session, one that has ended, or one that needs another proof first' },
  answer_needed: {
    code: 4,
    meaning: 'a question has to be answered and there is no terminal; `--flow` and `--field` go on',
  },
  unreachable: { code: 5, meaning: 'the service does not answer' },
  internal: { code: 70, meaning: 'an error in this program; `LOG_LEVEL=debug` shows where' },
  interrupted: { code: 130, meaning: 'Ctrl-C, or Ctrl-D at a question' },
} as const satisfies Readonly<Record<string, { readonly code: number; readonly meaning: string }>>

/** The reason of a failure. */
export type FailureKind = keyof typeof exitCodes
