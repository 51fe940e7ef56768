import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** The identity service of a project: our own in this process, or another one across a network. */
export type Engine = AnswerOf<'getIdentityEngine'>

/** Something of these pages that not every identity service has. */
export type Ability = 'search' | 'narrowing' | 'activity' | 'verification' | 'restoring'

/** TABLE: abilities that another product's service lacks. Each has a reason among the texts: `engine.<ability>`. */
const lackedByOthers: readonly Ability[] = ['search', 'narrowing', 'activity', 'verification', 'restoring']

/** Whether the project's identity service has something. */
export function isAble({ kind }: Engine, ability: Ability): boolean {
  return kind === 'embedded' || !lackedByOthers.includes(ability)
}
