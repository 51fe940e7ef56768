/** The facts of a sign-in provider that accounts and organizations use. */
export interface SignInProvider {
  readonly id: string
  /** The name that people see. */
  readonly label: string
  /** The organization whose people alone sign in here. */
  readonly organizationId: string | undefined
}
