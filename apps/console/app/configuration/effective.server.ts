import type { AnswerOf } from '@gatehouse/contract/control-plane'
import type { ConfigContext } from './project-document.server.ts'

/** What holds in a project, by dotted path, and where each value comes from. */
export type Effective = AnswerOf<'getProjectEffectiveConfig'>['settings']

/** The same with the lists that applications need; absent where the control plane does not say. */
export type EffectiveConfig = Pick<AnswerOf<'getProjectEffectiveConfig'>, 'settings' | 'applications'>

/** Asks the control plane what holds. Nothing where it is one of another make, which does not say. */
export async function effectiveConfigOf(scope: ConfigContext): Promise<EffectiveConfig> {
  const answer = await scope.change('getProjectEffectiveConfig')
  return answer.kind === 'done' ? answer.body : { settings: {} }
}

/** The single values of it. */
export async function effectiveOf(scope: ConfigContext): Promise<Effective> {
  return (await effectiveConfigOf(scope)).settings
}
