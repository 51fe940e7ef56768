import { type SchemaField, labelOfField } from '@gatehouse/contract/identities'
import { Panel, Section } from '@gatehouse/design/content'
import { type ReactNode, useState } from 'react'
import { ChoiceField, ConsoleForm } from '../form/console-form.tsx'
import { ReasonField } from '../people/reason-field.tsx'
import { useText } from '../text/texts.tsx'
import { controlOf, isHalfTypable, JsonField, TraitField } from './account-fields.tsx'
import { SavedMeanwhile } from './saved-meanwhile.tsx'
import classes from './traits-form.module.css'

/** The initial values of the form. */
export interface TraitsFormValues {
  readonly traits: Readonly<Record<string, unknown>>
  readonly state: string
  readonly metadataPublic: string
  readonly metadataAdmin: string
}

export interface TraitsFormProps {
  readonly intent: string
  readonly submit: string
  readonly fields: readonly SchemaField[]
  readonly values: TraitsFormValues
  readonly hidden?: Readonly<Record<string, string>>
  /** The values that the form replaces, as `ConsoleForm` has it. */
  readonly before?: string
  readonly beside: ReactNode
}

/**
 * The form of an account: its traits as the schema describes them, its state, its metadata. It shows them as they were when
 * the form was opened, whatever the page loads meanwhile.
 */
export function TraitsForm({ intent, submit, fields, values: loaded, hidden = {}, before, beside }: TraitsFormProps) {
  const t = useText('console_people')
  const [values] = useState(loaded)
  const label = (name: string) => {
    if (name === 'state') return t('people.state')
    if (name === 'metadata_public' || name === 'metadata_admin') return t(`person.${name}`)
    const field = fields.find((one) => one.name === name)
    return field && labelOfField(field)
  }
  return (
    <ConsoleForm
      intent={intent}
      submit={submit}
      hidden={hidden}
      {...(before !== undefined && { before })}
      beside={beside}
      fieldId={controlOf(fields)}
      fieldLabel={label}
      checksTyped={fields.some(isHalfTypable)}
    >
      <SavedMeanwhile label={label} />
      <Section id="form-traits" title={t('person.traits')}>
        <Panel padded>
          <div className={classes.fields}>
            {fields.map((field) => (
              <TraitField key={field.name} field={field} traits={values.traits} />
            ))}
          </div>
        </Panel>
      </Section>
      <Section id="form-account" title={t('form.account')}>
        <Panel padded>
          <div className={classes.fields}>
            <ChoiceField
              name="state"
              label={t('people.state')}
              defaultValue={values.state}
              options={(['active', 'inactive'] as const).map((state) => ({ value: state, label: t(`state.${state}`) }))}
            />
            <JsonField
              name="metadata_public"
              label={t('person.metadata_public')}
              hint={t('form.metadata_public_hint')}
              value={values.metadataPublic}
            />
            <JsonField
              name="metadata_admin"
              label={t('person.metadata_admin')}
              hint={t('form.metadata_admin_hint')}
              value={values.metadataAdmin}
            />
          </div>
        </Panel>
      </Section>
      <ReasonField />
    </ConsoleForm>
  )
}
