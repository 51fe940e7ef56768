import type { PlacedScenario, ScenarioFile } from './scenario.ts'
import { files } from './files.ts'

/** Every scenario, in the order of the areas. */
export const scenarios: readonly PlacedScenario[] = files.flatMap(withArea)

function withArea({ area, scenarios: own }: ScenarioFile): readonly PlacedScenario[] {
  return own.map((scenario) => ({ ...scenario, area, id: `${area}: ${scenario.name}` }))
}
