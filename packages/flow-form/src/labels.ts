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
  /** Replaces buttons that only an app can use, such as a confirmation with a key of its device. */
  readonly inApp: string
  /** In place of a button that only script can serve. */
  readonly needsScript: string
  /** The text for a spent backup code if the service does not say when it was used. */
  readonly codeUsed: string
  /** The wait before a new code can be sent, beside the button's own label. */
  readonly resendIn: (seconds: number) => string
}

/** The keys of these texts in a catalogue. */
export type FlowFormKey =
  `form.${'or' | 'show_password' | 'hide_password' | 'caps_lock' | 'error_title' | 'last_used' | 'more_providers' | 'choose' | 'unsupported' | 'in_app' | 'needs_script' | 'code_used' | 'resend_in'}`

/** A form's labels from a catalogue that has them under `form.`; `t` is its translator. */
export function labelsOf(t: (key: FlowFormKey, values?: { readonly seconds: number }) => string): FlowFormLabels {
  return {
    or: t('form.or'),
    showPassword: t('form.show_password'),
    hidePassword: t('form.hide_password'),
    capsLock: t('form.caps_lock'),
    errorTitle: t('form.error_title'),
    lastUsed: t('form.last_used'),
    moreProviders: t('form.more_providers'),
    choose: t('form.choose'),
    unsupported: t('form.unsupported'),
    inApp: t('form.in_app'),
    needsScript: t('form.needs_script'),
    codeUsed: t('form.code_used'),
    resendIn: (seconds) => t('form.resend_in', { seconds }),
  }
}

/** The default labels, for an application that brings no texts. */
export const englishLabels: FlowFormLabels = {
  or: 'or',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on.',
  errorTitle: 'There is a problem.',
  lastUsed: 'Last used',
  moreProviders: 'More options',
  choose: 'Please choose',
  unsupported: 'This page can’t show one of the fields.',
  inApp: 'This is done in the app, not on this page. Open the app on your device.',
  needsScript: 'This method needs JavaScript and a recent browser.',
  codeUsed: 'used',
  resendIn: (seconds) => `in ${seconds} s`,
}
