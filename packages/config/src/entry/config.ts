/** Validated settings from files and environment. */
export { ConfigError, type ConfigFault } from '../config-error.ts'
export { sharedDomain } from '../application-values.ts'
export type { Applications, Config, IdentitySource, OAuth2Server, OtherControlPlane } from '../config.ts'
export {
  loadConfig,
  loadProcessConfig,
  loadServiceSettings,
  madeKeys,
  processEnvironment,
  type ServiceSettings,
} from '../load-config.ts'
export { isLoopbackHost } from '../loopback.ts'
export { passedOver, warningsOfPassedOver, type Effect, type Reader } from '../passed-over.ts'
export { sourceOfKey, sourceOfSetting } from '../setting-source.ts'
export { readConfigFile, settingsFileOf, type Environment } from '../sources.ts'
export { renderSettingsTable } from '../settings-table.ts'
export { logLevel } from '../values.ts'
export { settings, type SettingName } from '../settings.ts'
