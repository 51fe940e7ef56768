import { warningsOfPassedOver, type Config, type ConfigFault, type Environment } from '@gatehouse/config/config'
import { variablesOfKeys } from '@gatehouse/identity/configuration'

/** Returns warnings about the settings, and about variables without an effect. */
export function settingsWarnings(config: Config, env: Environment): readonly ConfigFault[] {
  return [...config.warnings, ...warningsOfPassedOver(config.identity, env, variablesOfKeys(env))]
}
