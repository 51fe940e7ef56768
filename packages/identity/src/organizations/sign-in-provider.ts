/** A provider that people can sign in with, as far as accounts and organizations go. */
export interface SignInProvider {
  readonly id: string
  /** What people know it by. */
  readonly label: string
  /** The organization whose people alone sign in here. */
  readonly organizationId: string | undefined
}
