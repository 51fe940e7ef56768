import { afterAll, beforeAll, describe, it } from 'vitest'
import { hydraProgram } from '@gatehouse/testing/processes'
import { missingScenarios, refusedProfiles } from '../differences/differences.ts'
import { engineTitles, type Engine, type RunningEngine } from '../engines/engine.ts'
import { profileIds, type ProfileId } from '../profiles/profile.ts'
import { runScenario } from '../run/run-scenario.ts'
import { scenarios } from '../scenarios/all.ts'
import type { PlacedScenario } from '../scenarios/scenario.ts'
import type { TransportId } from '../transports/transport.ts'

/** Chooses the scenarios of a profile that are played. */
type Pick = (all: readonly PlacedScenario[]) => readonly PlacedScenario[]

/** Declares the whole suite for one engine: each profile is started once, its scenarios run at the same time. */
export async function runSuite(
  engine: Engine,
  transports: readonly TransportId[] = ['http', 'client'],
  pick: Pick = (all) => all,
): Promise<void> {
  const title = titleOf(engine)
  const reason = await engine.missing()
  if (reason !== undefined) return declareMissing(title, reason)

  beforeAll(() => engine.prepare())
  const withoutHydra = await hydraProgram.missing()
  for (const profile of engine.only ?? profileIds) {
    if (profile === 'oauth2' && withoutHydra !== undefined) {
      declareMissing(`Ory Hydra, for ${title},`, withoutHydra)
      continue
    }
    const refused = refusedProfiles.find((one) => one.engine === engine.id && one.profile === profile)
    if (refused === undefined) declareProfile(engine, profile, transports, pick)
    else declareRefusal(engine, profile, refused.reason)
  }
}

function titleOf({ id, title }: Engine): string {
  return title ?? engineTitles[id]
}

function declareProfile(engine: Engine, profile: ProfileId, transports: readonly TransportId[], pick: Pick): void {
  const own = pick(scenarios.filter((one) => one.profile === profile))
  describe.runIf(own.length > 0)(`${titleOf(engine)}, profile ${profile}`, () => {
    let running: RunningEngine | undefined
    beforeAll(async () => {
      running = await engine.start(profile)
    })
    afterAll(() => running?.stop())
    for (const transport of transports) {
      for (const scenario of own) {
        it.concurrent(`${scenario.id} (${transport})`, async () => {
          if (running === undefined) throw new Error('the engine did not start')
          await play(scenario, engine, running, transport)
        })
      }
    }
  })
}

function declareRefusal(engine: Engine, profile: ProfileId, reason: string): void {
  it(`${titleOf(engine)} does not start with profile ${profile}: ${reason}`, () => refuse(engine, profile))
}

async function play(scenario: PlacedScenario, engine: Engine, running: RunningEngine, transport: TransportId) {
  const faults = await runScenario(scenario, { engineId: engine.id, engine: running, transport })
  const missing = missingScenarios.find((one) => one.engine === engine.id && one.scenario === scenario.id)
  if (missing === undefined && faults.length > 0) throw new Error(faults.join('\n'))
  if (missing !== undefined && faults.length === 0) {
    throw new Error(`passes now; remove the declared difference: ${missing.reason}`)
  }
}

async function refuse(engine: Engine, profile: ProfileId): Promise<void> {
  const running = await engine.start(profile).catch(() => undefined)
  if (running === undefined) return
  await running.stop()
  throw new Error(`starts with profile ${profile} now; remove the declared difference`)
}

// A machine without Go may work on everything else; the machine that decides must not.
function declareMissing(what: string, reason: string): void {
  it(`${what} can be run`, ({ skip }) => {
    if (process.env['CI'] === 'true') throw new Error(reason)
    process.stderr.write(`${what} is left out: ${reason}\n`)
    skip(reason)
  })
}
