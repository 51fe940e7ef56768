import { textOfValue } from '@gatehouse/contract/identities'
import { ButtonLink } from '@gatehouse/design/controls'
import type { KeyboardEvent } from 'react'
import { useActionData, useLocation, useNavigate } from 'react-router'
import { ConsoleForm } from '../../form/console-form.tsx'
import { faultsOf } from '../../form/faults.ts'
import { SamePageLink } from '../../page/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { useText } from '../../text/texts.tsx'
import { controlOf, JsonField, TraitField } from '../../traits/account-fields.tsx'
import type { EditedFact } from './edited-fact.ts'
import classes from './facts.module.css'

/** The form of one trait, or of metadata, instead of its row. Escape closes it, as *Cancel* does. */
export function FactForm({ fact, label }: { readonly fact: EditedFact; readonly label: string }) {
  const t = useText('console_people')
  const common = useText('console')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const answer = faultsOf(useActionData(), 'edit')
  const { name } = fact
  const before = answer?.typed['before'] ?? fact.before
  const isStale = answer?.faults.fields[''] !== undefined
  const control = { typed: answer?.typed[name], fault: answer?.faults.fields[name], isFirst: answer === undefined }
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
        hidden={{ field: name, before }}
        fieldId={controlOf(fact.kind === 'trait' ? [fact.field] : [])}
        fieldLabel={(faulty) => (faulty === name ? label : undefined)}
        beside={
          <ButtonLink href={pathname} link={SamePageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
        }
      >
        {isStale && <CurrentValue kind={fact.kind} json={before} />}
        {fact.kind === 'trait' ? (
          <TraitField field={fact.field} traits={fact.traits} {...control} />
        ) : (
          <JsonField
            name={name}
            label={label}
            hint={t(`form.${fact.name}_hint`)}
            value={control.typed ?? fact.text}
            fault={control.fault}
            isFirst={control.isFirst}
          />
        )}
      </ConsoleForm>
    </div>
  )
}

/** The value that someone else saved while the form was open. */
function CurrentValue({ kind, json }: { readonly kind: EditedFact['kind']; readonly json: string }) {
  const t = useText('console_people')
  const value: unknown = JSON.parse(json)
  const text = textOfValue(value)
  return (
    <div data-testid="saved-meanwhile">
      {t('form.value_now')} {text === '' && t('person.not_said')}
      {text !== '' && kind === 'trait' && <bdi>{text}</bdi>}
      {text !== '' && kind === 'metadata' && (
        <CodeBlock label={t('form.value_now')}>{JSON.stringify(value, null, 2)}</CodeBlock>
      )}
    </div>
  )
}
