import { Button } from '@gatehouse/design/button'

/**
 * Signs out by a plain form: no script, no link that another site could make somebody follow. Loads a new document, so
 * that nothing of the account stays in the page's memory.
 */
export function SignOut({ label }: { readonly label: string }) {
  return (
    <form method="post" action="/logout">
      <Button type="submit" variant="text" size="small" data-testid="logout-link">
        {label}
      </Button>
    </form>
  )
}
