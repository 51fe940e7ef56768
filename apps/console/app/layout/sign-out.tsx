import { Button } from '@gatehouse/design/button'

/** Signs out by a plain form, which loads a new document: nothing of the session stays in the page's memory. */
export function SignOut({ label }: { readonly label: string }) {
  return (
    <form method="post" action="/sign-out">
      <Button type="submit" variant="text" size="small">
        {label}
      </Button>
    </form>
  )
}
