/** Networks: matching addresses, and the names of networks in settings. */
export { networkMatcher, networksOf } from '../networks.ts'
