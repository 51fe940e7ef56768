export type { IdentityConfig } from '../configuration/config.ts'
export { improvementTexts, type Improvement } from '../configuration/improvements.ts'
export { variablesOfKeys } from '../configuration/environment.ts'
export { parseDuration } from '../configuration/duration.ts'
export {
  ConfigError,
  loadDsn,
  loadIdentityConfig,
  readIdentityTree,
  mergeTrees,
  parseIdentityConfig,
  type ConfigOptions,
  type LoadedConfig,
} from '../load-configuration.ts'
export { callersWithSession } from '../http/cors.ts'
export { logLevelOf, type LogLevel } from '../configuration/log-level.ts'
export { sizeFaults } from '../configuration/size-faults.ts'
export { trySchemas } from '../compile-trial.ts'
export { connectOrigins, formActionOrigins } from '../strategies/oidc/page-origins.ts'
