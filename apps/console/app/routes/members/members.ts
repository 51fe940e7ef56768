import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** A member of a workspace. */
export type Member = AnswerOf<'listWorkspaceMembers'>[number]

/** An invitation that has not been accepted. */
export type Invitation = AnswerOf<'listWorkspaceInvites'>['invites'][number]
