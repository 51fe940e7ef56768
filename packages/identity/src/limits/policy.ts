/** So many at once; what is used up comes back evenly over the period. */
export interface Rate {
  readonly count: number
  /** Milliseconds in which all of it comes back. */
  readonly periodMs: number
}

/** How often something may be tried. `undefined`: without a limit. */
export interface LimitPolicy {
  /** Failed sign-ins with one method, for one account or for a name that nobody has. */
  readonly signInsPerAccount: Rate | undefined
  /** Failed sign-ins from one address. */
  readonly signInsPerAddress: Rate | undefined
  /** Messages with a code or a link that are asked for, to one recipient. */
  readonly codesPerRecipient: Rate | undefined
  /** … and from one address. */
  readonly codesPerAddress: Rate | undefined
}

const quarterOfAnHourMs = 15 * 60_000

/** Room for a bad day of an honest person, and for an office behind one address. */
export const standardLimits: LimitPolicy = {
  signInsPerAccount: { count: 10, periodMs: quarterOfAnHourMs },
  signInsPerAddress: { count: 60, periodMs: quarterOfAnHourMs },
  codesPerRecipient: { count: 6, periodMs: quarterOfAnHourMs },
  codesPerAddress: { count: 30, periodMs: quarterOfAnHourMs },
}

/** For those who limit elsewhere, and for tests that try many things at one account. */
export const noLimits: LimitPolicy = {
  signInsPerAccount: undefined,
  signInsPerAddress: undefined,
  codesPerRecipient: undefined,
  codesPerAddress: undefined,
}
