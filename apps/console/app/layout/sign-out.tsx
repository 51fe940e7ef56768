import { Button } from '@gatehouse/design/controls'

/**
 * Signs out by a plain form, which loads a new document: nothing of the session stays in the page's memory. `returnTo`:
 * the target of the next sign-in.
 */
export function SignOut({ label, returnTo }: { readonly label: string; readonly returnTo?: string }) {
  return (
    <form method="post" action="/sign-out">
      {returnTo !== undefined && <input type="hidden" name="return_to" value={returnTo} />}
      <Button type="submit" variant="text" size="small">
        {label}
      </Button>
    </form>
  )
}
