import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** Long work of an operator, as pages show it. */
export type JobView = AnswerOf<'getJob'>
