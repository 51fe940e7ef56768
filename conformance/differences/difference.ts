import type { ProfileId } from '../profiles/profile.ts'
import type { EngineId } from '../engines/engine.ts'
import type { Expected, ExpectedError, ExpectedFlow } from '../scenarios/scenario.ts'

/** A difference of one engine at one step. */
export interface StepDifference {
  readonly engine: EngineId
  /** The scenario's id: `login: a wrong password…`. */
  readonly scenario: string
  /** The step's title. */
  readonly step: string
  /** Laid over the step's expectation; within `flow` and `error` key by key. `location: 'none'`: it redirects nowhere. */
  readonly expect: Partial<Omit<Expected, 'flow' | 'error'>> & {
    readonly flow?: ExpectedFlow | 'none'
    /** `none` if an engine answers no error envelope. */
    readonly error?: Partial<ExpectedError> | 'none'
  }
  readonly reason: string
}

/** A difference of one engine in all flows: rows of nodes and messages in which another text replaces one. */
export interface RowDifference {
  readonly engine: EngineId
  readonly replace: string
  readonly by: string
  readonly reason: string
}

/** A scenario that one engine cannot pass at all. */
export interface MissingScenario {
  readonly engine: EngineId
  readonly scenario: string
  readonly reason: string
}

/** A profile that one engine refuses to start with; none of its scenarios is played there. */
export interface RefusedProfile {
  readonly engine: EngineId
  readonly profile: ProfileId
  readonly reason: string
}
