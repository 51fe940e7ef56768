import type {
  Budget as GeneralBudget,
  Limits as GeneralLimits,
  Taken as GeneralTaken,
  Rate,
  RefillWay,
} from '@gatehouse/platform/limits'

/** The limits of repeated attempts. `undefined`: without a limit. */
export interface LimitPolicy {
  /** Failed sign-ins with one method, for one account or for an unknown name. */
  readonly signInsPerAccount: Rate | undefined
  /** Failed sign-ins, and wrong codes in any flow, from one address. */
  readonly signInsPerAddress: Rate | undefined
  /** Wrong codes of those sent to one recipient, or created for one account: in all flows together. */
  readonly wrongCodesPerRecipient: Rate | undefined
  /** Messages with a code or a link, to one recipient, for any reason. */
  readonly codesPerRecipient: Rate | undefined
  /** … and from one address. */
  readonly codesPerAddress: Rate | undefined
  /** Notices about an account, to one recipient. */
  readonly noticesPerRecipient: Rate | undefined
}

/** The way in which each allowance returns. */
export const refills: Readonly<Record<keyof LimitPolicy, RefillWay>> = {
  signInsPerAccount: 'evenly',
  signInsPerAddress: 'evenly',
  wrongCodesPerRecipient: 'each_after_a_period',
  codesPerRecipient: 'each_after_a_period',
  noticesPerRecipient: 'each_after_a_period',
  codesPerAddress: 'evenly',
}

const quarterOfAnHourMs = 15 * 60_000

/** The standard limits, sufficient for an honest person's bad day, and for an office behind one address. */
export const standardLimits: LimitPolicy = {
  signInsPerAccount: { count: 10, periodMs: quarterOfAnHourMs },
  signInsPerAddress: { count: 60, periodMs: quarterOfAnHourMs },
  wrongCodesPerRecipient: { count: 10, periodMs: quarterOfAnHourMs },
  codesPerRecipient: { count: 6, periodMs: quarterOfAnHourMs },
  noticesPerRecipient: { count: 6, periodMs: quarterOfAnHourMs },
  codesPerAddress: { count: 30, periodMs: quarterOfAnHourMs },
}

/** No limits: for deployments that limit in a proxy, and for tests with many tries at one account. */
export const noLimits: LimitPolicy = {
  signInsPerAccount: undefined,
  signInsPerAddress: undefined,
  wrongCodesPerRecipient: undefined,
  codesPerRecipient: undefined,
  noticesPerRecipient: undefined,
  codesPerAddress: undefined,
}

/** One of an allowance of this service. */
export type Budget = GeneralBudget<keyof LimitPolicy>
/** The amount taken from it. */
export type Taken = GeneralTaken<keyof LimitPolicy>
/** The limits of a service, stored on disk. */
export type Limits = GeneralLimits<keyof LimitPolicy>
