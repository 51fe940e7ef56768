import { QueueFullError } from '@gatehouse/platform/work'
import { longestResult, type EngineAnswer, type JsonnetJob } from '../engine/job.ts'
import { createJobRunner, type JobRunner } from '../engine/threads.ts'

/** A program that cannot be run, or whose result is of no use. The text is for operators. */
export class JsonnetFault extends Error {}

/** The program said `error "cancel"`: what it was to be a part of shall not happen. */
export class JsonnetCancelled extends JsonnetFault {}

/** Too many programs of this project are waiting. Nothing is wrong with this one: the next try may work. */
export class JsonnetBusy extends JsonnetFault {}

/** The text of a program, or one that can be asked for it. */
export type ProgramSource = string | { read(): Promise<string> }

/** The program is at an address that does not answer yet. */
export class JsonnetAbsent extends JsonnetBusy {}

/**
 * Works a program out; `external` is what `std.extVar` finds, `given` the arguments of a program that is a function.
 * The result is JSON. Throws a `JsonnetFault`.
 */
export type EvaluateJsonnet = (
  program: ProgramSource,
  external: Readonly<Record<string, unknown>>,
  given?: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** For the programs of one project: projects are served in rotation, and a project that has too much waiting is refused. */
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

/** The text of a program, asked for where it is not there yet. Throws a `JsonnetAbsent`. */
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

/** JSON is Jsonnet. What is undefined becomes null. */
function texts(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value ?? null)]))
}
