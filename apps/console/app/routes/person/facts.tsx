import { Icon, Row, Section } from '@gatehouse/design/content'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { SamePageLink } from '../../page/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { type EditableField, type MetadataName, metadataNames } from './editable-field.ts'
import { FieldForm } from './field-form.tsx'
import classes from './facts.module.css'
import { icons } from '../../page/icons.ts'

export interface FactsProps {
  /** JSON; empty: none. */
  readonly metadata: Readonly<Record<MetadataName, string>>
  readonly traits: readonly {
    /** The name of its form field; undefined: the schema does not know the trait, so it has no form. */
    readonly name: string | undefined
    readonly label: string
    /** Empty: no value. */
    readonly text: string
  }[]
  /** The trait or the metadata that is shown as a form. */
  readonly edited: EditableField | undefined
}

/** A person's traits and metadata, each with a form in its row. */
export function Facts({ metadata, traits, edited }: FactsProps) {
  const t = useText('console_people')
  const mayEdit = useMay()('patchIdentity')
  const shownMetadata = metadataNames.filter((name) => mayEdit || metadata[name] !== '')
  return (
    <Section id="traits" title={t('person.traits')}>
      <FactPanel>
        {traits.map(({ name, label, text }) => (
          <Fact key={name ?? label} name={mayEdit ? name : undefined} label={label} edited={edited}>
            {text !== '' && <bdi>{text}</bdi>}
          </Fact>
        ))}
        {shownMetadata.map((name) => (
          <Fact key={name} name={mayEdit ? name : undefined} label={t(`person.${name}`)} edited={edited}>
            {metadata[name] !== '' && <CodeBlock label={t(`person.${name}`)}>{metadata[name]}</CodeBlock>}
          </Fact>
        ))}
      </FactPanel>
    </Section>
  )
}

interface FactProps {
  /** Undefined: it cannot be edited. */
  readonly name: string | undefined
  readonly label: string
  readonly edited: EditableField | undefined
  /** The value; false: none. */
  readonly children: ReactNode
}

/** A row with a value, and a link to its form; or the form. */
function Fact({ name, label, edited, children }: FactProps) {
  const t = useText('console_people')
  const id = useId()
  const isEdited = name !== undefined && edited?.name === name
  const link = useReturningFocus(isEdited, edited === undefined)
  if (isEdited) return <FieldForm edited={edited} label={label} />
  return (
    <Row
      title={<span id={`${id}-label`}>{label}</span>}
      action={
        name !== undefined && (
          <span ref={link} className={classes.edit}>
            <SamePageLink
              href={`?${new URLSearchParams({ edit: name })}`}
              id={`${id}-edit`}
              title={t('person.edit')}
              aria-label={t('person.edit')}
              aria-labelledby={`${id}-edit ${id}-label`}
            >
              <Icon name={icons.pencil} size={18} />
            </SamePageLink>
          </span>
        )
      }
    >
      {children === false ? <span className={classes.none}>{t('person.not_said')}</span> : children}
    </Row>
  )
}

/** Returns the ref of a link that takes the focus when its form is closed, unless another form is open. */
function useReturningFocus(isEdited: boolean, isNoneEdited: boolean) {
  const link = useRef<HTMLSpanElement>(null)
  const wasEdited = useRef(isEdited)
  useEffect(() => {
    if (wasEdited.current && !isEdited && isNoneEdited) {
      link.current?.querySelector('a')?.focus({ preventScroll: true })
    }
    wasEdited.current = isEdited
  }, [isEdited, isNoneEdited])
  return link
}
