import { emptyDatabase, layDatabase } from '@gatehouse/testing/go-database'
import { kratosProgram, startKratos } from '@gatehouse/testing/kratos-process'
import type { IdentityProcess } from '@gatehouse/testing/identity-process'
import type { ProfileId } from '../profiles/profile.ts'
import type { Engine, RunningEngine } from './engine.ts'
import { sendOverNetwork } from './network.ts'
import { openWorkplace } from './workplace.ts'

const graceMs = 5_000

/** Ory Kratos as its module publishes it, one process and one SQLite file per profile. */
export const kratos: Engine = {
  id: 'kratos',
  missing: () => kratosProgram.missing(),
  prepare: async () => {
    await emptyDatabase(kratosProgram)
  },
  start,
}

async function start(profile: ProfileId): Promise<RunningEngine> {
  const place = await openWorkplace(profile, (folder) => layDatabase(kratosProgram, folder))
  let service: IdentityProcess
  try {
    service = await startKratos(place)
  } catch (error) {
    await place.remove()
    throw new Error(`Kratos did not start (profile ${profile})`, { cause: error })
  }
  return {
    publicUrl: place.publicUrl,
    adminUrl: place.adminUrl,
    mailbox: place.mailbox,
    oauth2: place.oauth2,
    hooks: place.hooks,
    tokenKeys: place.tokenKeys,
    send: oneAtATime(sendOverNetwork),
    logs: () => service.logs(),
    async stop() {
      await service.stop(graceMs)
      await place.remove()
    },
  }
}

/** Kratos answers 500 where SQLite has two writers, so requests of scenarios that run at the same time wait in a line. */
function oneAtATime(send: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const answer = last.then(() => send(request))
    last = answer.catch(() => undefined)
    return answer
  }
}
