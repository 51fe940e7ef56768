import { createTemplates, type ExecuteTemplates } from './courier/execute-templates.ts'
import { createJobRunner } from './engine/threads.ts'
import { createJsonnet, type EvaluateJsonnet } from './jsonnet/jsonnet.ts'

/** Creates the runners of a project's programs and templates. They share one lane, so using both gains no threads. */
export function createOperatorPrograms(): {
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly executeTemplates: ExecuteTemplates
} {
  const runner = createJobRunner()
  return { evaluateJsonnet: createJsonnet(runner), executeTemplates: createTemplates(runner) }
}
