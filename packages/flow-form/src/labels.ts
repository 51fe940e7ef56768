/** The few texts a form needs beyond those of the wire. */
export interface FlowFormLabels {
  readonly or: string
  readonly showPassword: string
  readonly hidePassword: string
  readonly capsLock: string
  readonly errorTitle: string
  readonly lastUsed: string
  readonly moreProviders: string
  readonly choose: string
  /** On a field or a button that the page cannot draw. */
  readonly unsupported: string
  /** In place of a button that only script can serve. */
  readonly needsScript: string
  /** In place of a backup code that is spent, where the service does not say when. */
  readonly codeUsed: string
  /** The wait before a new code can be sent, beside the button's own label. */
  readonly resendIn: (seconds: number) => string
}

/** For whoever brings no texts of their own. */
export const englishLabels: FlowFormLabels = {
  or: 'or',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on.',
  errorTitle: 'That did not work.',
  lastUsed: 'Last used',
  moreProviders: 'More ways',
  choose: 'Please choose',
  unsupported: 'This page cannot show one of the questions asked here.',
  needsScript: 'This way needs JavaScript and a recent browser.',
  codeUsed: 'used',
  resendIn: (seconds) => `in ${seconds} s`,
}
