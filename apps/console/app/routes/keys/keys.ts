import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** An API key without its secret, as the control plane has it. */
export type ApiKey = AnswerOf<'listWorkspaceApiKeys'>[number]

/** The lifespans of a key, in days; 0: until it is revoked. */
export const lifespans = [30, 90, 365, 0] as const
