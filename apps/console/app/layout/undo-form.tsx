import { Button } from '@gatehouse/design/controls'
import { Form, useLocation, useNavigation } from 'react-router'
import { keptAddress } from '../links/kept-query.ts'
import { useText } from '../text/texts.tsx'

export interface UndoFormProps {
  readonly intent: string
  /** What it takes back. */
  readonly about: string
}

/** The button of a toast that takes back what was just done, by a form to the page that it is shown on. */
export function UndoForm({ intent, about }: UndoFormProps) {
  const t = useText('console')
  const { pathname, search } = useLocation()
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" action={keptAddress(pathname + search)} preventScrollReset data-intent={intent}>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant="plain" size="small" busy={busy} aria-description={about}>
        {t('toast.undo')}
      </Button>
    </Form>
  )
}
