import { type Identity, personName, type Session } from '@gatehouse/contract/identities'
import { readHostCookie, setHostCookie } from '../request/host-cookie.server.ts'
import type { PageRequest } from '../request/page-request.ts'

/** An account that signed in with this browser. */
export interface KnownAccount {
  /** The id of the identity. */
  readonly id: string
  /** The typed sign-in name, or the address of the account. */
  readonly name: string
  /** The person's name, if it is different. */
  readonly person?: string | undefined
  /** The method of the last sign-in: `password`, `passkey`, `oidc:google`. */
  readonly method: string
  /** When, in Unix seconds. */
  readonly at: number
}

const cookieName = 'gatehouse_accounts'
const oneYearInSeconds = 365 * 24 * 60 * 60
const removedCookieName = 'gatehouse_removed_account'
/** The time for which a removal can be undone. */
const undoneWithinSeconds = 5 * 60
const mostAccounts = 5
const longestName = 320
/** A browser keeps 4,096 bytes of a cookie; the oldest accounts are dropped beyond that. */
const mostBytes = 3_000

/** Returns the accounts that signed in with this browser, newest first; none if the operator wants no names kept. */
export function knownAccounts(page: PageRequest): readonly KnownAccount[] {
  return accountsIn(page, cookieName)
}

/** Returns the account that was removed from the list last, while that can be undone. */
export function removedAccount(page: PageRequest): KnownAccount | undefined {
  return accountsIn(page, removedCookieName)[0]
}

/** Puts the account that has just signed in first on the list. `typed`: the identifier it signed in by. */
export function rememberAccount(page: PageRequest, session: Session, typed?: string): void {
  const { identity } = session
  if (!page.rememberAccounts || identity === null) return
  const name = typed?.trim() || addressOf(identity) || personName(identity)
  const person = personName(identity)
  const own: KnownAccount = {
    id: identity.id,
    name: name.slice(0, longestName),
    ...(person !== name && { person: person.slice(0, 80) }),
    method: firstMethod(session),
    at: Math.floor(Date.parse(session.authenticated_at) / 1000) || 0,
  }
  keep(page, [own, ...knownAccounts(page).filter(({ id }) => id !== own.id)])
}

/** Takes an account off the list, so that it can be brought back for a while. */
export function removeAccount(page: PageRequest, gone: string): void {
  const account = knownAccounts(page).find(({ id }) => id === gone)
  forgetAccount(page, gone)
  if (account !== undefined) write(page, removedCookieName, [account], undoneWithinSeconds)
}

/** Brings the account back that was removed last, in the former order of the list. */
export function restoreAccount(page: PageRequest, wanted: string): void {
  const account = removedAccount(page)
  if (account?.id !== wanted) return
  const others = knownAccounts(page).filter(({ id }) => id !== wanted)
  keep(
    page,
    [account, ...others].toSorted((one, other) => other.at - one.at),
  )
  write(page, removedCookieName, [], 0)
}

/** Takes an account off the list for good. */
export function forgetAccount(page: PageRequest, gone: string): void {
  if (!page.rememberAccounts) return
  keep(
    page,
    knownAccounts(page).filter(({ id }) => id !== gone),
  )
}

function keep(page: PageRequest, accounts: readonly KnownAccount[]): void {
  const kept = accounts.slice(0, mostAccounts)
  while (kept.length > 1 && written(kept).length > mostBytes) kept.pop()
  write(page, cookieName, kept, oneYearInSeconds)
}

function write(page: PageRequest, name: string, accounts: readonly KnownAccount[], maxAge: number): void {
  if (accounts.length === 0) setHostCookie(page, name, '', { maxAge: 0 })
  else setHostCookie(page, name, written(accounts), { maxAge })
}

function accountsIn(page: PageRequest, name: string) {
  if (!page.rememberAccounts) return []
  const kept = readHostCookie(page, name)
  return kept === undefined ? [] : parseAccounts(kept)
}

function written(accounts: readonly KnownAccount[]): string {
  return Buffer.from(JSON.stringify(accounts)).toString('base64url')
}

/** A browser may send anything. */
function parseAccounts(kept: string): readonly KnownAccount[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(kept, 'base64url').toString())
    return Array.isArray(list) ? list.filter(isAccount).slice(0, mostAccounts) : []
  } catch {
    return []
  }
}

function isAccount(value: unknown): value is KnownAccount {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, person, method, at }: Partial<Record<keyof KnownAccount, unknown>> = value
  const isText = (text: unknown) => typeof text === 'string' && text !== '' && text.length <= longestName
  return isText(id) && isText(name) && (person === undefined || isText(person)) && isText(method) && Number.isFinite(at)
}

function addressOf({ verifiable_addresses: verifiable, recovery_addresses: recovery }: Identity): string | undefined {
  return (verifiable ?? [])[0]?.value ?? (recovery ?? [])[0]?.value
}

function firstMethod({ authentication_methods: [first] }: Session): string {
  if (first === undefined) return 'unknown'
  return first.provider ? `${first.method}:${first.provider}` : (first.method ?? 'unknown')
}
