import { QueueFullError } from '@gatehouse/platform/work'
import { longestResult, type EngineAnswer, type JsonnetJob } from '../engine/job.ts'
import { createJobRunner, type JobRunner } from '../engine/threads.ts'

/** A program that cannot be run, or whose result is unusable. The text is for operators. */
export class JsonnetFault extends Error {}

/** The program failed with `error "cancel"`: its caller has to stop. */
export class JsonnetCancelled extends JsonnetFault {}

/** The queue of this project's programs is full. This program has no fault: the next try may work. */
export class JsonnetBusy extends JsonnetFault {}

/** The text of a program, or a source that loads it. */
export type ProgramSource = string | { read(): Promise<string> }

/** The program is at an address that has not answered yet. */
export class JsonnetAbsent extends JsonnetBusy {}

/**
 * Runs a program; `external` are the values of `std.extVar`, `given` the arguments of a program that is a function. The
 * result is JSON. Throws a `JsonnetFault`.
 */
export type EvaluateJsonnet = (
  program: ProgramSource,
  external: Readonly<Record<string, unknown>>,
  given?: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** Creates the evaluation for one project: projects are served in rotation, and one with a full queue is refused. */
export function createJsonnet(runner: JobRunner = createJobRunner()): EvaluateJsonnet {
  return async (named, external, given = {}) => {
    const program = await programText(named)
    const answer = await answerOf(runner, { program, external: texts(external), given: texts(given) })
    switch (answer.kind) {
      case 'failed':
        throw answer.reason.startsWith('RUNTIME ERROR: cancel\n')
          ? new JsonnetCancelled('the program cancelled it')
          : new JsonnetFault(answer.reason)
      case 'result':
        if (answer.json.length > longestResult) throw new JsonnetFault('the result is too long')
        return JSON.parse(answer.json)
      default:
        return answer satisfies never
    }
  }
}

/** Returns the text of a program, loaded if necessary. Throws a `JsonnetAbsent`. */
export async function programText(named: ProgramSource): Promise<string> {
  if (typeof named === 'string') return named
  return named.read().catch((cause: unknown) => {
    throw new JsonnetAbsent(cause instanceof Error ? cause.message : String(cause), { cause })
  })
}

async function answerOf(runner: JobRunner, job: JsonnetJob): Promise<EngineAnswer> {
  try {
    return await runner.run(job)
  } catch (cause) {
    if (!(cause instanceof QueueFullError)) throw cause
    throw new JsonnetBusy('too many programs of this project are waiting; try again in some seconds', { cause })
  }
}

/** Returns values as Jsonnet texts: JSON is Jsonnet. Undefined becomes null. */
function texts(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value ?? null)]))
}
