export { noLimits } from '../limits/policy.ts'
