import { type SchemaField, labelOfField, textOfValue, valueAt } from '@gatehouse/contract/identities'
import { Field, TextArea } from '@gatehouse/design/controls'
import { FieldNode } from '@gatehouse/flow-form/nodes'
import { englishLabels } from '@gatehouse/flow-form/labels'
import { useText } from '../text/texts.tsx'
import { traitNode } from './trait-nodes.ts'

/** Fields that are drawn like a flow's have the ids of a flow's. */
export function controlOf(fields: readonly SchemaField[]): (name: string) => string | undefined {
  return (name) => {
    if (name.startsWith('metadata_')) return `field-${name}`
    const field = fields.find((one) => one.name === name)
    return field && (field.type === 'array' ? `field-${name}` : `profile-${name}`)
  }
}

export interface TraitFieldProps {
  readonly field: SchemaField
  readonly traits: Readonly<Record<string, unknown>>
  readonly typed: string | undefined
  readonly fault: string | undefined
  /** The caret is in it as soon as the page is there. */
  readonly isFirst?: boolean
}

/** A trait as its schema describes it, with its input and its fault. */
export function TraitField({ field, traits, typed, fault, isFirst = false }: TraitFieldProps) {
  const t = useText('console_people')
  const common = useText('console')
  if (field.type === 'array') {
    const value = valueAt(traits, field.name)
    const lines = Array.isArray(value) ? value.map(textOfValue).join('\n') : ''
    return (
      <LinesField
        name={field.name}
        label={labelOfField(field)}
        hint={t('form.lines')}
        value={typed ?? lines}
        fault={fault}
        isFirst={isFirst}
      />
    )
  }
  const node = traitNode(field, traits)
  const kept = typed === undefined || field.type === 'boolean' ? node.attributes : { ...node.attributes, value: typed }
  const messages = fault === undefined ? [] : [{ id: 0, text: fault, type: 'error' as const }]
  const labels = { ...englishLabels, choose: common('form.choose') }
  return <FieldNode node={{ ...node, attributes: kept, messages }} kind="settings" labels={labels} caret={isFirst} />
}

export interface AreaProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault: string | undefined
  readonly isFirst?: boolean
}

function LinesField({ name, label, hint, value, fault, isFirst = false }: AreaProps) {
  return (
    <Field id={`field-${name}`} label={label} hint={hint} messages={messagesOf(fault)}>
      {(control) => (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only if the operator asked to change it
        <TextArea {...control} name={name} defaultValue={value} rows={4} dir="auto" autoFocus={isFirst} />
      )}
    </Field>
  )
}

/** JSON, as a text for machines. */
export function JsonField({ name, label, hint, value, fault, isFirst = false }: AreaProps) {
  return (
    <Field id={`field-${name}`} label={label} hint={hint} messages={messagesOf(fault)}>
      {(control) => (
        <TextArea
          {...control}
          name={name}
          defaultValue={value}
          rows={5}
          data-code
          dir="ltr"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only if the operator asked to change it
          autoFocus={isFirst}
        />
      )}
    </Field>
  )
}

function messagesOf(fault: string | undefined) {
  return fault === undefined ? [] : [{ text: fault, kind: 'error' as const }]
}
