/** A sign-in that was sent and whose outcome is not known yet. */
export interface SentSignIn {
  /** `password`, `passkey`, `oidc:google`. */
  readonly method: string
}

const storedUnder = 'gatehouse.sign-ins'
const sentUnder = 'gatehouse.sign-in-sent'

/** Remembers that a sign-in was sent, until its outcome is known. */
export function beginSignIn(sent: SentSignIn): void {
  write('sessionStorage', sentUnder, sent)
}

/**
 * Settles the sign-in sent last, by the page that was drawn after it. Returns the sign-in if it succeeded.
 *
 * @param succeeded Whether the page is one that only a person who signed in sees.
 */
export function settleSignIn(succeeded: boolean): SentSignIn | undefined {
  const method = textIn(read('sessionStorage', sentUnder), 'method')
  forget('sessionStorage', sentUnder)
  if (method === undefined || !succeeded) return undefined
  write('localStorage', storedUnder, { lastMethod: method })
  return { method }
}

/** Returns the method of the last sign-in with this browser. */
export function lastMethod(): string | undefined {
  return textIn(read('localStorage', storedUnder), 'lastMethod')
}

/** Forgets the sign-in method of a deleted account. */
export function forgetSignIns(): void {
  forget('localStorage', storedUnder)
}

function textIn(value: unknown, key: string): string | undefined {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof text === 'string' ? text : undefined
}

type StorageName = 'localStorage' | 'sessionStorage'

// A browser may refuse to keep anything: asking for the storage itself throws then.
function read(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

function write(storage: StorageName, key: string, value: unknown): void {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: the hint is lost, nothing else.
  }
}

function forget(storage: StorageName, key: string): void {
  try {
    window[storage].removeItem(key)
  } catch {
    // As above.
  }
}
