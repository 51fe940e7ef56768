import { Button } from '@gatehouse/design/controls'

export interface SignOutProps {
  readonly label: string
  /** The address after the sign-out. Default: the start page. */
  readonly returnTo?: string | undefined
  /** For a person who means to change accounts: the query of the sign-in that comes then, or nothing. */
  readonly signInWith?: string | undefined
}

/**
 * Signs out by a plain form: no script, no link that another site could make a person follow. Loads a new document, so
 * that nothing of the account stays in the page's memory.
 */
export function SignOut({ label, returnTo, signInWith }: SignOutProps) {
  return (
    <form method="post" action="/logout">
      {returnTo !== undefined && <input type="hidden" name="return_to" value={returnTo} />}
      {signInWith !== undefined && <input type="hidden" name="sign_in" value={signInWith} />}
      <Button type="submit" variant="text" size="small" data-testid="logout-link">
        {label}
      </Button>
    </form>
  )
}
