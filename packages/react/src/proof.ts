import type { Session } from './session.ts'

/**
 * Storage key, for this tab, of leaving to confirm a sign-in: a browser's clock that is fast would find the
 * new proof too old again, and ask without end.
 */
const keptAt = 'gatehouse.left-to-prove'

/** The proof known on departure, and when this browser first saw a newer one; both in milliseconds. */
interface Left {
  readonly provedBefore: number
  readonly seenAt?: number
}

/** Notes the last proof, before the page is left for a new one. */
export function noteLeaving(session: Session): void {
  keep({ provedBefore: provedAt(session) })
}

/** Notes when a proof that the page was left for is seen first: its age is counted from there as well. */
export function noteProof(session: Session): void {
  const left = kept()
  if (left !== undefined && left.seenAt === undefined && provedAt(session) > left.provedBefore) {
    keep({ ...left, seenAt: Date.now() })
  }
}

/** Returns the milliseconds since the person confirmed the sign-in, by this browser's clock; NaN if that is unknown. */
export function ageOf(session: Session): number {
  const ageMs = Date.now() - provedAt(session)
  const left = kept()
  if (left === undefined || !(provedAt(session) > left.provedBefore)) return ageMs
  return Math.min(ageMs, left.seenAt === undefined ? 0 : Date.now() - left.seenAt)
}

const provedAt = ({ authenticated_at: at }: Session) => Date.parse(at)

function keep(left: Left): void {
  try {
    sessionStorage.setItem(keptAt, JSON.stringify(left))
  } catch {
    // A browser may keep nothing, and a server has no such place: the clock alone says.
  }
}

function kept(): Left | undefined {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(keptAt) ?? 'null')
    return typeof left === 'object' && left !== null && 'provedBefore' in left ? (left as Left) : undefined
  } catch {
    return undefined
  }
}
