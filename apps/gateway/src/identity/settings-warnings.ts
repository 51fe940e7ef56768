import { warningsOfPassedOver, type Config, type ConfigFault, type Environment } from '@gatehouse/config/config'
import { variablesOfKeys } from '@gatehouse/identity/configuration'

/** What is odd about the settings, and what the environment says to no avail. */
export function settingsWarnings(config: Config, env: Environment): readonly ConfigFault[] {
  return [...config.warnings, ...warningsOfPassedOver(config.identity, env, variablesOfKeys(env))]
}
