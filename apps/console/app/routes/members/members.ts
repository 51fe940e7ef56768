/** A member of a workspace, as the control plane has them. */
export interface Member {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string
}

/** An invitation that has not been accepted. Times are RFC 3339. */
export interface Invitation {
  readonly id: string
  readonly role: string
  readonly invitee_email: string
  readonly owner_email: string
  readonly status: string
  readonly created_at: string
  readonly expires_at: string
}

/** What the control plane answers to a new invitation. The token is told this once. */
export interface InviteAnswer {
  readonly token: string
  readonly created_invite: Invitation
}
