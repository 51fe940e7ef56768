/** Calls beyond the wire, for one's own account, and the rules that refuse them. */
export { accountRuleOf, type AccountRule } from '../account-rule.ts'
export { organizationRuleOf, organizationRules, type OrganizationRule } from '../organization-rule.ts'
export {
  deletionWord,
  isDeletionWord,
  ownAccountPaths,
  rememberDeviceField,
  type AccountData,
  type AccountFeatures,
  type ActivityEntry,
  type ActivityPage,
  type RememberedDevice,
} from '../own-account.ts'
