/** Address ranges. */
export { networkMatcher, networksOf } from '../networks.ts'
