import { firstProofLogin, firstProofSettings, guardedSessions } from './login/first-proof.ts'
import { foreignPasswords } from './admin/foreign-passwords.ts'
import { identities } from './admin/identities.ts'
import { operations } from './admin/operations.ts'
import { chosenMethods } from './chosen-method.ts'
import { expiredFlows } from './errors/expired-flows.ts'
import { reasons } from './errors/reasons.ts'
import { storedErrors } from './errors/stored-errors.ts'
import { clientLogin } from './login/client-login.ts'
import { codeFactorLogin } from './login/code-factor-login.ts'
import { codeLogin } from './login/code-login.ts'
import { openLogin } from './login/open-login.ts'
import { passkeyLogin } from './login/passkey-login.ts'
import { passwordLogin } from './login/password-login.ts'
import { providerKinds } from './login/provider-kinds.ts'
import { providerLogin } from './login/provider-login.ts'
import { protectedLogin } from './login/protected-login.ts'
import { refreshLogin } from './login/refresh-login.ts'
import { refusedLogin } from './login/refused-login.ts'
import { securityKeyLogin } from './login/security-key-login.ts'
import { secondFactorLogin } from './login/second-factor-login.ts'
import { logout } from './logout/logout.ts'
import { publicEndpoints } from './public/public-endpoints.ts'
import { codeRecovery } from './recovery/code-recovery.ts'
import { linkRecovery } from './recovery/link-recovery.ts'
import { openRecovery } from './recovery/open-recovery.ts'
import { clientRegistration } from './registration/client-registration.ts'
import { codeRegistration } from './registration/code-registration.ts'
import { invalidRegistration } from './registration/invalid-registration.ts'
import { openRegistration } from './registration/open-registration.ts'
import { passwordRegistration } from './registration/password-registration.ts'
import { providerRegistration } from './registration/provider-registration.ts'
import { sessions } from './sessions/sessions.ts'
import { keySettings } from './settings/key-settings.ts'
import { backupCodeSettings } from './settings/backup-code-settings.ts'
import { openSettings } from './settings/open-settings.ts'
import { passwordSettings } from './settings/password-settings.ts'
import { profileSettings } from './settings/profile-settings.ts'
import { providerSettings } from './settings/provider-settings.ts'
import { totpSettings } from './settings/totp-settings.ts'
import { codeVerification } from './verification/code-verification.ts'
import { linkVerification } from './verification/link-verification.ts'
import { openVerification } from './verification/open-verification.ts'
import { tokens } from './sessions/tokens.ts'
import { courierChannels } from './hooks/courier-channels.ts'
import { closedAccounts } from './hooks/closed-accounts.ts'
import { webHooks } from './hooks/web-hooks.ts'
import type { ScenarioFile } from './scenario.ts'

/** The table of scenario files, in reading order. */
export const files: readonly ScenarioFile[] = [
  openLogin,
  passwordLogin,
  refusedLogin,
  codeLogin,
  refreshLogin,
  protectedLogin,
  secondFactorLogin,
  codeFactorLogin,
  passkeyLogin,
  securityKeyLogin,
  providerLogin,
  providerKinds,
  clientLogin,
  firstProofLogin,
  openRegistration,
  passwordRegistration,
  codeRegistration,
  invalidRegistration,
  providerRegistration,
  clientRegistration,
  openSettings,
  profileSettings,
  totpSettings,
  backupCodeSettings,
  passwordSettings,
  keySettings,
  firstProofSettings,
  providerSettings,
  openRecovery,
  codeRecovery,
  linkRecovery,
  openVerification,
  codeVerification,
  linkVerification,
  ...chosenMethods,
  logout,
  sessions,
  guardedSessions,
  storedErrors,
  reasons,
  expiredFlows,
  publicEndpoints,
  identities,
  foreignPasswords,
  operations,
  webHooks,
  closedAccounts,
  courierChannels,
  tokens,
]
