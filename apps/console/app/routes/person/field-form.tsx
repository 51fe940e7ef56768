import { ButtonLink } from '@gatehouse/design/controls'
import { type KeyboardEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ConsoleForm, useFormAnswer } from '../../form/console-form.tsx'
import { SamePageLink } from '../../page/page-link.tsx'
import { useText } from '../../text/texts.tsx'
import { controlOf, isHalfTypable, JsonField, TraitField } from '../../traits/account-fields.tsx'
import { ValueNow } from '../../traits/value-now.tsx'
import type { EditableField } from './editable-field.ts'
import classes from './facts.module.css'

export interface FieldFormProps {
  readonly edited: EditableField
  readonly label: string
}

/**
 * The form of one trait, or of metadata, instead of its row. Escape closes it, as *Cancel* does. It shows the value as it
 * was when the form was opened, whatever the page loads meanwhile.
 */
export function FieldForm({ edited: loaded, label }: FieldFormProps) {
  const [edited] = useState(loaded)
  const t = useText('console_people')
  const common = useText('console')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { name } = edited
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void navigate(pathname, { preventScrollReset: true })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key beside the link that does the same
    <div className={classes.editing} onKeyDown={onKeyDown}>
      <ConsoleForm
        intent="edit"
        submit={t('form.save')}
        about={label}
        hidden={{ field: name }}
        before={edited.before}
        fieldId={controlOf(edited.kind === 'trait' ? [edited.field] : [])}
        checksTyped={edited.kind === 'trait' && isHalfTypable(edited.field)}
        fieldLabel={(faulty) => (faulty === name ? label : undefined)}
        beside={
          <ButtonLink href={pathname} link={SamePageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
        }
      >
        <ValueSavedMeanwhile kind={edited.kind} />
        {edited.kind === 'trait' ? (
          <TraitField field={edited.field} traits={edited.traits} isFirst />
        ) : (
          <JsonField name={name} label={label} hint={t(`form.${edited.name}_hint`)} value={edited.text} isFirst />
        )}
      </ConsoleForm>
    </div>
  )
}

/** The value that someone else saved while the form was open, if that is why the form was refused. */
function ValueSavedMeanwhile({ kind }: { readonly kind: EditableField['kind'] }) {
  const t = useText('console_people')
  const saved = useFormAnswer()?.typed['saved_value']
  if (saved === undefined) return null
  const metadata = kind === 'metadata' ? t('form.value_now') : undefined
  return (
    <div data-testid="saved-meanwhile">
      {t('form.value_now')} <ValueNow metadata={metadata} value={JSON.parse(saved)} />
    </div>
  )
}
