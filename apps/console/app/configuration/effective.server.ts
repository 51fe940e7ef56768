import type { AnswerOf } from '@gatehouse/contract/control-plane'
import type { ConfigContext } from './project-document.server.ts'

/** The effective settings of a project, by dotted path, and the origin of each value. */
export type Effective = AnswerOf<'getProjectEffectiveConfig'>['settings']

/** The same with the lists that applications need; absent if the control plane does not say. */
export type EffectiveConfig = Pick<AnswerOf<'getProjectEffectiveConfig'>, 'settings' | 'applications'>

/** Asks the control plane for the effective settings. Undefined for another product's, which does not report them. */
export async function effectiveConfigOf(scope: ConfigContext): Promise<EffectiveConfig> {
  const answer = await scope.call('getProjectEffectiveConfig')
  return answer.kind === 'done' ? answer.body : { settings: {} }
}

/** The single values of it. */
export async function effectiveOf(scope: ConfigContext): Promise<Effective> {
  return (await effectiveConfigOf(scope)).settings
}
