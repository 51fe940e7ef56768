import { createTemplates, type ExecuteTemplates } from './courier/execute-templates.ts'
import { createJobRunner } from './engine/threads.ts'
import { createJsonnet, type EvaluateJsonnet } from './jsonnet/jsonnet.ts'

/** Runs what the operators of one project write, with one lane: a project has no more of the threads by using both. */
export function createOperatorPrograms(): {
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly executeTemplates: ExecuteTemplates
} {
  const runner = createJobRunner()
  return { evaluateJsonnet: createJsonnet(runner), executeTemplates: createTemplates(runner) }
}
