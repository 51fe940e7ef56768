export { jsonnetFault } from '../jsonnet/jsonnet.ts'
export { noLimits } from '../limits/policy.ts'
