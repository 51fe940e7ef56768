import { warningsOfPassedOver, type Config, type ConfigFault, type Environment } from '@gatehouse/config/config'

/** What is odd about the settings, and what the environment says to no avail. */
export async function settingsWarnings(config: Config, env: Environment): Promise<readonly ConfigFault[]> {
  // Loaded on demand: a follower has no use for it.
  const { variablesOfKeys } = await import('@gatehouse/identity/configuration')
  return [...config.warnings, ...warningsOfPassedOver(config.identity, env, variablesOfKeys(env))]
}
