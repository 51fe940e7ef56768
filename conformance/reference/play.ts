import type { ProviderAccount } from '@gatehouse/testing/providers'
import type { RunningEngine } from '../engines/engine.ts'
import { openRun, runStep, type Run } from '../run/run-scenario.ts'
import { learnSecondFactors } from '../run/second-factors.ts'
import { fill, fillText, learn } from '../run/variables.ts'
import { ask } from './ask.ts'
import { fillRequest } from './fill-request.ts'
import { createFinder } from './find-value.ts'
import { givens } from './given/all.ts'
import type { Given, GivenStep } from './given/given.ts'
import { faultsOfValue } from './match.ts'
import type { Recording } from './recording.ts'
import type { Fault } from './placeholders.ts'
import { skeletonOf } from './skeleton.ts'
import { keyOrigin, origins, startStage, type ReferenceStage } from './stage.ts'

/**
 * Plays a recording on a separate service, with or without the improvements on the reference. Returns the differences
 * of the service; empty if there are none.
 */
export async function playRecording(name: string, recording: Recording, improves: boolean): Promise<readonly Fault[]> {
  const stage = await startStage(recording.profile, improves)
  try {
    const faults = await playSteps(name, recording, stage)
    return [...faults, ...stage.failures.map((text) => ({ at: 'service', text }))]
  } finally {
    await stage.stop()
  }
}

async function playSteps(name: string, recording: Recording, stage: ReferenceStage): Promise<readonly Fault[]> {
  const given = givens[name] ?? {}
  const run = begin(name, recording, stage, given)
  const addresses = new Map(Object.entries({ ...origins, provider: stage.provider.issuer }))
  const sources = { bindings: new Map<string, string>(), find: createFinder(run, given.bind ?? {}, stage.settle) }
  const faults: Fault[] = []
  for (const [index, { request, answer }] of recording.steps.entries()) {
    for (const before of given.before?.[index] ?? []) {
      if ('forget' in before) sources.bindings.delete(before.forget)
      const found = 'forget' in before ? [] : await prepare(before, run, stage)
      const at = `before ${index}`
      if (found.length > 0) return [...faults, ...found.map((text) => ({ at, text: `${before.title}: ${text}` }))]
    }
    const filled = await fillRequest(fill(request, addresses), sources).catch((error: unknown) => String(error))
    if (typeof filled === 'string') return [...faults, { at: `${index}`, text: filled }]
    const received = await ask(filled, run, given.as?.[index] ?? 'visitor')
    // Mail is sent before the next one is made, so the newest code is in the newest mail.
    await stage.settle()
    const found = faultsOfValue(fill(answer, addresses), skeletonOf(received), sources.bindings)
    faults.push(...found.map(({ at, text }) => ({ at: `${index}${at}`, text })))
    learn(run.variables, received.headers['location'] ?? null, received.body)
    learnSecondFactors(run.variables, received.body)
    const { location } = received.headers
    if (location?.startsWith(stage.provider.issuer)) run.variables.set('redirect', location)
    const next = /page_token=([^&>]+)[^>]*>; rel="next"/.exec(received.headers['link'] ?? '')?.[1]
    if (next !== undefined) run.variables.set('pageToken', next)
  }
  return faults
}

function begin(name: string, recording: Recording, stage: ReferenceStage, { variables = {} }: Given): Run {
  const engine: RunningEngine = {
    publicUrl: origins.public,
    adminUrl: origins.admin,
    mailbox: stage.mailbox,
    oauth2: undefined,
    hooks: undefined,
    tokenKeys: undefined,
    send: stage.send,
    logs: () => stage.failures.join('\n'),
    stop: () => stage.stop(),
  }
  const run = openRun({ id: `reference: ${name}` }, { engineId: 'embedded', engine, transport: 'http' }, keyOrigin)
  // Whom a recording is about is the first address in it.
  const [email = 'user-1@example.org'] = /[a-z]+-\d+@example\.org/.exec(JSON.stringify(recording.steps)) ?? []
  const own = { ...origins, email, otherEmail: 'user-99@example.org', ...variables }
  for (const [key, value] of Object.entries(own)) run.variables.set(key, value)
  return run
}

async function prepare(
  step: Exclude<GivenStep, { forget: string }>,
  run: Run,
  stage: ReferenceStage,
): Promise<readonly string[]> {
  if ('advance' in step) stage.advance(step.advance)
  else if ('person' in step) stage.provider.signInAs(known(step.person, run))
  else if ('refusal' in step) stage.provider.refuseWith(step.refusal, 'not today')
  else if ('known' in step) stage.oauth2.skip(true)
  else if ('settle' in step) await stage.settle()
  else return runStep(run, step)
  return []
}

function known(person: ProviderAccount, run: Run): ProviderAccount {
  return person.email === undefined ? person : { ...person, email: fillText(person.email, run.variables) }
}
