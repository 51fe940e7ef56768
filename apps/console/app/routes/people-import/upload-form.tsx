import { mostImportBytes } from '@gatehouse/contract/operators'
import {
  Button,
  ButtonLink,
  ErrorSummary,
  Field,
  FileInput,
  type FieldMessage,
  TextArea,
  Select,
} from '@gatehouse/design/controls'
import { Panel, Section } from '@gatehouse/design/content'
import { useState } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useText } from '../../text/texts.tsx'
import { sourceOptions } from '../../imports/source-names.ts'
import classes from './import.module.css'

/** The input of a refused form, to be shown again; the file has to be chosen again. */
export interface TypedPeople {
  readonly text: string
  readonly schema: string
  readonly source: string
}

export interface UploadFormProps {
  readonly schemas: readonly { readonly value: string; readonly label: string }[]
  /** The reason why the last file, or the text instead of it, was refused. */
  readonly fault: string | undefined
  readonly faultyField: 'file' | 'text'
  readonly submission: unknown
  readonly typed?: TypedPeople | undefined
}

const exampleTable = `email,name.first,name.last,verified,password_hash
ada@example.org,Ada,Lovelace,true,$2b$12$…`
const exampleLine = '{"create":{"schema_id":"person","traits":{"email":"ada@example.org"}}}'

/** The form with the file. The browser submits it without script. */
export function UploadForm({ schemas, fault, faultyField, submission, typed }: UploadFormProps) {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const [tooLarge, setTooLarge] = useState({ isIt: false, sent: 0 })
  const about = tooLarge.isIt ? 'file' : faultyField
  const message = tooLarge.isIt ? t('import.fault_too_large') : fault
  const messagesOf = (field: typeof about): readonly FieldMessage[] =>
    message === undefined || field !== about ? [] : [{ text: message, kind: 'error' }]
  return (
    <>
      <form
        method="post"
        encType="multipart/form-data"
        noValidate
        className={classes.form}
        data-intent="upload"
        onSubmit={(event) => {
          if (!tooLarge.isIt) return
          event.preventDefault()
          setTooLarge({ isIt: true, sent: tooLarge.sent + 1 })
        }}
      >
        {message !== undefined && (fault !== undefined || tooLarge.sent > 0) && (
          <ErrorSummary
            title={common('form.error_title')}
            items={[{ text: message, field: `import-${about}` }]}
            submission={tooLarge.sent === 0 ? submission : tooLarge.sent}
          />
        )}
        <SourceFields schemas={schemas} typed={typed} />
        <Field
          id="import-file"
          label={t('import.file')}
          hint={`${t('import.file_hint')} ${t('import.several_hint')}`}
          messages={messagesOf('file')}
        >
          {(control) => (
            <FileInput
              {...control}
              look="zone"
              name="file"
              multiple
              accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
              onChange={({ currentTarget: { files } }) => {
                const isIt = [...(files ?? [])].some(({ size }) => size > mostImportBytes)
                setTooLarge({ isIt, sent: 0 })
              }}
            />
          )}
        </Field>
        <Field id="import-text" label={t('import.text')} hint={t('import.text_hint')} messages={messagesOf('text')}>
          {(control) => (
            <TextArea
              {...control}
              name="text"
              rows={6}
              data-code
              dir="ltr"
              spellCheck={false}
              wrap="off"
              defaultValue={typed?.text}
            />
          )}
        </Field>
        <div className={classes.buttons}>
          <Button type="submit" variant="primary" size="small">
            {t('import.look')}
          </Button>
          <ButtonLink href={`${root}/people`} link={PageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
          <PageLink href={`${root}/jobs`}>{t('jobs.all')}</PageLink>
        </div>
      </form>
      <Formats />
    </>
  )
}

function SourceFields({ schemas, typed }: Pick<UploadFormProps, 'schemas' | 'typed'>) {
  const t = useText('console_people')
  return (
    <>
      {schemas.length > 1 && (
        <Field id="import-schema" label={t('people.schema')} hint={t('import.schema_hint')}>
          {(control) => <Select {...control} name="schema" options={schemas} defaultValue={typed?.schema} />}
        </Field>
      )}
      <Field id="import-source" label={t('import.source')} hint={t('import.source_hint')}>
        {(control) => (
          <Select
            {...control}
            name="source"
            options={[{ value: '', label: t('import.source_auto') }, ...sourceOptions(t('import.source_own'))]}
            defaultValue={typed?.source}
          />
        )}
      </Field>
    </>
  )
}

/** An example of each format that a file may have. */
function Formats() {
  const t = useText('console_people')
  return (
    <Section id="import-formats" title={t('import.formats')} intro={t('import.formats_lead')}>
      <Panel padded>
        <div className={classes.formats}>
          <h3>CSV</h3>
          <p>{t('import.csv_text')}</p>
          <CodeBlock label="CSV">{exampleTable}</CodeBlock>
          <h3>JSON Lines, JSON</h3>
          <p>{t('import.json_text')}</p>
          <CodeBlock label="JSON Lines">{exampleLine}</CodeBlock>
        </div>
      </Panel>
    </Section>
  )
}
