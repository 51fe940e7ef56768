/** Limits of every kind: allowances that refill, stored or in memory. */
export type { AllowanceStore } from '../limits/allowance-store.ts'
export {
  createLimits,
  type Budget,
  type LimitReached,
  type Limits,
  type Rate,
  type RefillWay,
  type Taken,
} from '../limits/limits.ts'
export { createMemoryAllowances } from '../limits/memory-allowances.ts'
export { createStoredAllowances } from '../limits/stored-allowances.ts'
