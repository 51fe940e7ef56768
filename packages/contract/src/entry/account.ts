/** Calls beyond the wire, for one's own account, and the rules that refuse them. */
export {
  accountRuleIn,
  accountRuleOf,
  type AccountRule,
  earlierAccessRemoved,
  proofWithoutSession,
  tooManyCodes,
} from '../account-rule.ts'
export { organizationRuleOf, organizationRules, type OrganizationRule } from '../organization-rule.ts'
export {
  deletionWord,
  isDeletionWord,
  longestKeyName,
  ownAccountPaths,
  rememberDeviceField,
  type AccountData,
  type AccountFeatures,
  type ActivityEntry,
  type ActivityPage,
  type OwnCredential,
  type OwnKey,
  type RememberedDevice,
} from '../own-account.ts'
