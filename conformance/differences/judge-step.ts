import type { EngineId, RunningEngine } from '../engines/engine.ts'
import { faultsOfAnswer, type ReceivedAnswer } from '../run/check-answer.ts'
import type { Exchange, Expected, PlacedScenario } from '../scenarios/scenario.ts'
import type { StepDifference } from './difference.ts'
import { rowDifferences, stepDifferences } from './differences.ts'

interface Trial {
  readonly engineId: EngineId
  readonly engine: RunningEngine
  readonly scenario: Pick<PlacedScenario, 'id'>
}

/** Judges an answer by the expectation for this engine. A declared difference has to appear. */
export function judgeStep(
  { engineId, engine, scenario }: Trial,
  step: Exchange,
  answer: ReceivedAnswer,
  fill: (expected: unknown) => unknown,
): readonly string[] {
  const judge = (expected: Expected) => faultsOfAnswer(toExpected(fill(expected)), answer, engine.publicUrl)
  const declared = stepDifferences.find(
    (one) => one.engine === engineId && one.scenario === scenario.id && one.step === step.title,
  )
  const ofEngine = withRowDifferences(declared === undefined ? step.expect : lay(declared, step.expect), engineId)
  const faults = judge(ofEngine)
  if (faults.length > 0 || ofEngine === step.expect) return faults
  if (judge(step.expect).length > 0) return []
  return [`answers as everybody does; remove the declared difference: ${declared?.reason ?? 'of rows'}`]
}

function withRowDifferences(expected: Expected, engine: EngineId): Expected {
  const { flow } = expected
  if (flow === undefined) return expected
  const differences = rowDifferences.filter((one) => one.engine === engine)
  const rewrite = (row: string) => differences.reduce((text, { replace, by }) => text.replace(replace, by), row)
  const changed = [...(flow.nodes ?? []), ...(flow.messages ?? []), ...(flow.faulty ?? [])].some(
    (row) => rewrite(row) !== row,
  )
  if (!changed) return expected
  return {
    ...expected,
    flow: {
      ...flow,
      ...(flow.nodes === undefined ? {} : { nodes: flow.nodes.map(rewrite) }),
      ...(flow.faulty === undefined ? {} : { faulty: flow.faulty.map(rewrite) }),
      ...(flow.messages === undefined ? {} : { messages: flow.messages.map(rewrite) }),
    },
  }
}

function lay({ expect }: StepDifference, below: Expected): Expected {
  const { flow, error, location, ...rest } = expect
  const { flow: flowBelow, error: errorBelow, location: locationBelow, ...restBelow } = below
  const address = location === 'none' ? undefined : (location ?? locationBelow)
  const merged = { flow: over(flowBelow, flow), error: over(errorBelow, error) }
  return {
    ...restBelow,
    ...rest,
    ...(address === undefined ? {} : { location: address }),
    ...(merged.flow === undefined ? {} : { flow: merged.flow }),
    ...(merged.error === undefined ? {} : { error: merged.error }),
  }
}

function over<T extends object>(below: T | undefined, above: T | 'none' | undefined): T | undefined {
  if (above === 'none') return undefined
  return above === undefined ? below : { ...below, ...above }
}

// Filling replaces texts and keeps the shape, which the type checker cannot know.
function toExpected(filled: unknown): Expected {
  return filled as Expected
}
