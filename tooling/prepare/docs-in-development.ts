// Builds the documentation if the gateway of this environment and gatehouse.yml is in development mode: others do not
// show it. The options are those of docs-site/main.ts.
import { ConfigError, loadProcessConfig } from '@gatehouse/config/config'

function isInDevelopment(): boolean {
  try {
    return loadProcessConfig().dev
  } catch (error) {
    // The gateway reports the faults of its settings.
    if (error instanceof ConfigError) return false
    throw error
  }
}

if (isInDevelopment()) await import(new URL('../../docs-site/main.ts', import.meta.url).href)
