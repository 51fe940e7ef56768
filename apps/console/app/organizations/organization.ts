/** An organization as the control plane has it. Times are RFC 3339. */
export interface Organization {
  readonly id: string
  readonly label: string
  /** Lower case; each leads to one organization of the project. */
  readonly domains: readonly string[]
  /** `30m`, `12h`; absent: the project’s. */
  readonly session_lifespan?: string
  readonly created_at: string
}

/** A way in for an organization’s own administrator. `value` opens it: it is shown once, and never part of a list. */
export interface OnboardingLink {
  readonly id: string
  readonly value: string
  readonly expires_at: string
  readonly created_at: string
}

/** How long an onboarding link may be open, in days. */
export const linkLifespans = [1, 7, 30] as const
