import { type SchemaField, labelOfField, textOfValue, valueAt } from '@gatehouse/contract/identities'
import { Field, TextArea } from '@gatehouse/design/controls'
import { Panel, Section } from '@gatehouse/design/content'
import { FieldNode } from '@gatehouse/flow-form/nodes'
import { englishLabels } from '@gatehouse/flow-form/labels'
import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { ChoiceField, ConsoleForm } from '../form/console-form.tsx'
import { faultsOf } from '../form/faults.ts'
import { ReasonField } from '../people/reason-field.tsx'
import { useText } from '../text/texts.tsx'
import { traitNode } from './trait-nodes.ts'
import classes from './traits-form.module.css'

/** What the form begins with. */
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
  readonly beside: ReactNode
}

/** The form of an account: its traits as the schema describes them, its state, its metadata. */
export function TraitsForm({ intent, submit, fields, values, hidden = {}, beside }: TraitsFormProps) {
  const t = useText('console_people')
  const answer = faultsOf(useActionData(), intent)
  const typed = (name: string, otherwise: string) => answer?.typed[name] ?? otherwise
  const fault = (name: string) => answer?.faults.fields[name]
  const label = (name: string) => {
    if (name === 'metadata_public' || name === 'metadata_admin') return t(`person.${name}`)
    const field = fields.find((one) => one.name === name)
    return field && labelOfField(field)
  }
  return (
    <ConsoleForm
      intent={intent}
      submit={submit}
      hidden={hidden}
      beside={beside}
      fieldId={controlOf(fields)}
      fieldLabel={label}
    >
      <Section id="form-traits" title={t('person.traits')}>
        <Panel padded>
          <div className={classes.fields}>
            {fields.map((field) => (
              <TraitField
                key={field.name}
                field={field}
                values={values}
                typed={answer?.typed[field.name]}
                fault={fault(field.name)}
              />
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
              value={typed('metadata_public', values.metadataPublic)}
              fault={fault('metadata_public')}
            />
            <JsonField
              name="metadata_admin"
              label={t('person.metadata_admin')}
              hint={t('form.metadata_admin_hint')}
              value={typed('metadata_admin', values.metadataAdmin)}
              fault={fault('metadata_admin')}
            />
          </div>
        </Panel>
      </Section>
      <ReasonField />
    </ConsoleForm>
  )
}

/** Fields that are drawn like a flow's have the ids of a flow's. */
function controlOf(fields: readonly SchemaField[]): (name: string) => string | undefined {
  return (name) => {
    if (name.startsWith('metadata_')) return `field-${name}`
    const field = fields.find((one) => one.name === name)
    return field && (field.type === 'array' ? `field-${name}` : `profile-${name}`)
  }
}

interface TraitFieldProps {
  readonly field: SchemaField
  readonly values: TraitsFormValues
  readonly typed: string | undefined
  readonly fault: string | undefined
}

function TraitField({ field, values, typed, fault }: TraitFieldProps) {
  const t = useText('console_people')
  const common = useText('console')
  if (field.type === 'array') {
    const value = valueAt(values.traits, field.name)
    const lines = Array.isArray(value) ? value.map(textOfValue).join('\n') : ''
    return (
      <LinesField
        name={field.name}
        label={labelOfField(field)}
        hint={t('form.lines')}
        value={typed ?? lines}
        fault={fault}
      />
    )
  }
  const node = traitNode(field, values.traits)
  const kept = typed === undefined || field.type === 'boolean' ? node.attributes : { ...node.attributes, value: typed }
  const messages = fault === undefined ? [] : [{ id: 0, text: fault, type: 'error' as const }]
  const labels = { ...englishLabels, choose: common('form.choose') }
  return <FieldNode node={{ ...node, attributes: kept, messages }} kind="settings" labels={labels} />
}

interface AreaProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault: string | undefined
}

function LinesField({ name, label, hint, value, fault }: AreaProps) {
  return (
    <Field id={`field-${name}`} label={label} hint={hint} messages={messagesOf(fault)}>
      {(control) => <TextArea {...control} name={name} defaultValue={value} rows={4} dir="auto" />}
    </Field>
  )
}

function JsonField({ name, label, hint, value, fault }: AreaProps) {
  return (
    <Field id={`field-${name}`} label={label} hint={hint} messages={messagesOf(fault)}>
      {(control) => (
        <TextArea {...control} name={name} defaultValue={value} rows={5} data-code dir="ltr" spellCheck={false} />
      )}
    </Field>
  )
}

function messagesOf(fault: string | undefined) {
  return fault === undefined ? [] : [{ text: fault, kind: 'error' as const }]
}
