import {
  emptyDatabase,
  layDatabase,
  kratosProgram,
  startKratos,
  type GoProgram,
  type IdentityProcess,
} from '@gatehouse/testing/processes'
import type { ProfileId } from '../profiles/profile.ts'
import type { Engine, RunningEngine } from './engine.ts'
import { sendOverNetwork } from './network.ts'
import { openWorkplace } from './workplace.ts'

const graceMs = 5_000

/** Ory Kratos as its module publishes it. */
export const kratos: Engine = kratosFrom(kratosProgram)

/** Creates an Ory Kratos: one process and one SQLite file per profile. */
export function kratosFrom(program: GoProgram): Engine {
  return {
    id: 'kratos',
    missing: () => program.missing(),
    prepare: async () => {
      await emptyDatabase(program)
    },
    start: (profile) => start(program, profile),
  }
}

async function start(program: GoProgram, profile: ProfileId): Promise<RunningEngine> {
  const workplace = await openWorkplace(profile, (folder) => layDatabase(program, folder))
  let service: IdentityProcess
  try {
    service = await startKratos({ ...workplace, program })
  } catch (error) {
    await workplace.remove()
    throw new Error(`Kratos did not start (profile ${profile})`, { cause: error })
  }
  return {
    ...workplace.surroundings,
    send: oneAtATime(sendOverNetwork),
    logs: () => service.logs(),
    async stop() {
      await service.stop(graceMs)
      await workplace.remove()
    },
  }
}

/** Kratos answers 500 if SQLite has two writers, so concurrent requests of scenarios wait in a queue. */
export function oneAtATime(send: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const answer = last.then(() => send(request))
    last = answer.catch(() => undefined)
    return answer
  }
}
