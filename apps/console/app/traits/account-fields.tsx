import { controlText, type SchemaField, labelOfField, valueAt } from '@gatehouse/contract/identities'
import { Field, TextArea } from '@gatehouse/design/controls'
import { FieldNode, isHalfTypable as isNodeHalfTypable } from '@gatehouse/flow-form/nodes'
import { englishLabels } from '@gatehouse/flow-form/labels'
import { useFormField } from '../form/console-form.tsx'
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

/** Whether a browser would send the half-typed value of a trait as empty, and so delete the stored one. */
export function isHalfTypable(field: SchemaField): boolean {
  return field.type !== 'array' && isNodeHalfTypable(traitNode(field, {}))
}

export interface TraitFieldProps {
  readonly field: SchemaField
  readonly traits: Readonly<Record<string, unknown>>
  /** The caret is in it as soon as the page is there. A refused form has it at its error. */
  readonly isFirst?: boolean
}

/** A trait as its schema describes it, with its input and its fault. */
export function TraitField({ field, traits, isFirst = false }: TraitFieldProps) {
  const { typed, isAnswered, messages } = useFormField(field.name)
  const t = useText('console_people')
  const common = useText('console')
  if (field.type === 'array') {
    const lines = controlText(field, valueAt(traits, field.name))
    return (
      <LinesField
        name={field.name}
        label={labelOfField(field)}
        hint={t('form.lines')}
        value={lines}
        isFirst={isFirst}
      />
    )
  }
  const node = traitNode(field, traits)
  const kept = typed === undefined ? node.attributes : { ...node.attributes, value: typed }
  const faults = messages.map(({ text }) => ({ id: 0, text, type: 'error' as const }))
  const labels = { ...englishLabels, choose: common('form.choose') }
  return (
    <FieldNode
      // Anew for another value: the browser keeps one that was typed, also one that was taken back.
      key={String(kept.value)}
      node={{ ...node, attributes: kept, messages: faults }}
      kind="settings"
      validate={false}
      labels={labels}
      caret={isFirst && !isAnswered}
    />
  )
}

export interface AreaProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly isFirst?: boolean
}

function LinesField({ name, label, hint, value, isFirst = false }: AreaProps) {
  const { typed = value, isAnswered, messages } = useFormField(name)
  return (
    <Field id={`field-${name}`} label={label} hint={hint} messages={messages}>
      {(control) => (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only if the operator asked to change it
        <TextArea
          key={typed}
          {...control}
          name={name}
          defaultValue={typed}
          rows={4}
          dir="auto"
          autoFocus={isFirst && !isAnswered}
        />
      )}
    </Field>
  )
}

/** JSON, as a text for machines. */
export function JsonField({ name, label, hint, value, isFirst = false }: AreaProps) {
  const { typed = value, isAnswered, messages } = useFormField(name)
  return (
    <Field id={`field-${name}`} label={label} hint={hint} messages={messages}>
      {(control) => (
        <TextArea
          key={typed}
          {...control}
          name={name}
          defaultValue={typed}
          rows={5}
          data-code
          dir="ltr"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only if the operator asked to change it
          autoFocus={isFirst && !isAnswered}
        />
      )}
    </Field>
  )
}
