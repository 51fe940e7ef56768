import { Button, Select } from '@gatehouse/design/controls'
import { useHydrated } from '@gatehouse/design/browser'
import { Form } from 'react-router'
import { useText } from '../../text/texts.tsx'
import { bulkActions } from './bulk-actions.ts'
import classes from './people.module.css'
import { bulkFormId } from './people-table.tsx'

/** What can be done with the people that are picked in the table above. */
export function BulkBar() {
  const t = useText('console_people')
  const hydrated = useHydrated()
  return (
    <Form id={bulkFormId} method="post" action="bulk" className={classes.bulk} aria-label={t('bulk.label')}>
      {hydrated && (
        <Button size="small" onClick={pickAll}>
          {t('bulk.all')}
        </Button>
      )}
      <label htmlFor="bulk-action">{t('bulk.with')}</label>
      <Select
        id="bulk-action"
        name="action"
        options={bulkActions.map((action) => ({ value: action, label: t(`bulk.${action}`) }))}
      />
      <Button type="submit" size="small" name="intent" value="ask">
        {t('bulk.go')}
      </Button>
    </Form>
  )
}

function pickAll(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>(`input[form="${bulkFormId}"][name="ids"]`)]
  const pick = boxes.some(({ checked }) => !checked)
  for (const box of boxes) box.checked = pick
}
