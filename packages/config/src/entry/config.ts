/** Settings from files and environment, checked. */
export { ConfigError, type ConfigFault } from '../config-error.ts'
export type { Config, IdentitySource, OAuth2Server, OtherControlPlane } from '../config.ts'
export { loadConfig, loadProcessConfig, processEnvironment } from '../load-config.ts'
export { isLoopbackHost } from '../loopback.ts'
export { renderSettingsTable } from '../settings-table.ts'
export { logLevel } from '../values.ts'
