/** OpenID providers and relying parties. */
export { startFedcmProvider, type FedcmAccount, type FedcmProvider } from '../fedcm-provider.ts'
export {
  signInAtProvider,
  startOpenIdProvider,
  type OpenIdProvider,
  type ProviderAccount,
  type ProviderVerdict,
} from '../openid-provider.ts'
export { startRelyingParty, type RelyingParty } from '../relying-party.ts'
export { startStage } from '../stage.ts'
export { openIdScenes, theCode, tokenRequestFault, type Authorization } from '../staged-provider.ts'
export { createTokenKeys, type TokenKeys } from '../token-keys.ts'
