/** Somebody who signed in with this browser. */
export interface KnownAccount {
  /** What they typed as sign-in name. */
  readonly name: string
  /** The method they used last: `password`, `passkey`, `oidc:google`. */
  readonly method: string
  /** Unix milliseconds. */
  readonly at: number
}

/** A sign-in that was sent and whose outcome is not known yet. */
export interface SentSignIn {
  readonly method: string
  readonly name: string | undefined
}

/** What this browser remembers of sign-ins. Nothing of it ever leaves the browser, and none of it is a secret. */
export interface SignInMemory {
  readonly accounts: readonly KnownAccount[]
  readonly lastMethod: string | undefined
}

const storedUnder = 'gatehouse.sign-ins'
const sentUnder = 'gatehouse.sign-in-sent'
const leavingUnder = 'gatehouse.leaving'
const mostAccounts = 5

/** Remembers that a sign-in was sent, until it is known what became of it. */
export function beginSignIn(sent: SentSignIn): void {
  write('sessionStorage', sentUnder, sent)
}

/**
 * Says what became of the sign-in sent last: a page was drawn that is (or is not) its refusal. Answers the sign-in if it
 * succeeded just now. `keepsAccounts`: false where the operator wants no names kept.
 */
export function settleSignIn(failed: boolean, keepsAccounts: boolean): SentSignIn | undefined {
  const sent = parseSent(read('sessionStorage', sentUnder))
  forget('sessionStorage', sentUnder)
  if (sent === undefined || failed) return undefined
  const { accounts } = recallSignIns()
  const { method, name } = sent
  const own = keepsAccounts && name !== undefined ? [{ name, method, at: Date.now() }] : []
  const others = keepsAccounts ? accounts.filter((account) => account.name !== name) : []
  write('localStorage', storedUnder, { accounts: [...own, ...others].slice(0, mostAccounts), lastMethod: method })
  return sent
}

/** What is remembered, newest account first. */
export function recallSignIns(): SignInMemory {
  const stored = read('localStorage', storedUnder)
  const accounts = member(stored, 'accounts')
  const lastMethod = member(stored, 'lastMethod')
  return {
    accounts: Array.isArray(accounts) ? accounts.filter(isAccount).slice(0, mostAccounts) : [],
    lastMethod: typeof lastMethod === 'string' ? lastMethod : undefined,
  }
}

/** Forgets one account; answers what is left. */
export function forgetAccount(name: string): SignInMemory {
  const { accounts, lastMethod } = recallSignIns()
  const left = { accounts: accounts.filter((account) => account.name !== name), lastMethod }
  write('localStorage', storedUnder, left)
  return left
}

/** Notes that an account with these names is about to be deleted. */
export function beginLeaving(names: readonly string[]): void {
  write('sessionStorage', leavingUnder, names)
}

/** The account is gone: forgets its names, and the method used last if that was its own. Other people's stay. */
export function settleLeaving(): void {
  const stored = read('sessionStorage', leavingUnder)
  forget('sessionStorage', leavingUnder)
  if (!Array.isArray(stored)) return
  const gone = new Set(stored.map((name) => plain(String(name))))
  const { accounts, lastMethod } = recallSignIns()
  const left = accounts.filter(({ name }) => !gone.has(plain(name)))
  const [newest] = accounts
  const wasLast = newest === undefined || gone.has(plain(newest.name))
  if (left.length === 0 && wasLast) forget('localStorage', storedUnder)
  else write('localStorage', storedUnder, { accounts: left, lastMethod: wasLast ? left[0]?.method : lastMethod })
}

/** Sign-in names are compared without regard to case and to spaces around them. */
function plain(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

function isAccount(value: unknown): value is KnownAccount {
  const name = member(value, 'name')
  return typeof name === 'string' && name !== '' && name.length <= 320 && typeof member(value, 'method') === 'string'
}

function parseSent(value: unknown): SentSignIn | undefined {
  const method = member(value, 'method')
  const name = member(value, 'name')
  return typeof method === 'string' ? { method, name: typeof name === 'string' ? name : undefined } : undefined
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
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
