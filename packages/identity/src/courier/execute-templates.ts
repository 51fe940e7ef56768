import { QueueFullError } from '@gatehouse/platform/work'

import { longestResult, type EngineAnswer, type ExecutedTemplate, type TemplateFiles } from '../engine/job.ts'
import { createJobRunner, type JobRunner } from '../engine/threads.ts'

/** Templates were not executed: the queue is full, or they took too much time or memory. The text is for operators. */
export class TemplateFault extends Error {}

/** Executes Go templates independently, and returns their results in order. Throws a `TemplateFault`. */
export type ExecuteTemplates = (templates: readonly TemplateFiles[]) => Promise<readonly ExecutedTemplate[]>

/** Creates the executor for one project: projects are served in rotation, and one with a full queue is refused. */
export function createTemplates(runner: JobRunner = createJobRunner()): ExecuteTemplates {
  return async (templates) => {
    const answer = await answerOf(runner, templates)
    if (answer.kind === 'failed') throw new TemplateFault(answer.reason)
    if (answer.json.length > longestResult) throw new TemplateFault('the text is too long')
    return JSON.parse(answer.json)
  }
}

async function answerOf(runner: JobRunner, templates: readonly TemplateFiles[]): Promise<EngineAnswer> {
  try {
    return await runner.run({ templates })
  } catch (cause) {
    if (!(cause instanceof QueueFullError)) throw cause
    throw new TemplateFault('too many programs and templates of this project are waiting', { cause })
  }
}
