import { schemaFields, labelOfField } from '@gatehouse/contract/identities'
import { PageLink } from '../../page/page-link.tsx'
import { Badge, Empty, Panel, Row, Section, Tabs } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { titleOf } from '../../traits/schema-document.ts'
import classes from '../person/person.module.css'
import { Preview } from './preview.tsx'
import preview from './preview.module.css'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const schemas = await scope.load('listIdentitySchemas')
  const wanted = url.searchParams.get('id') ?? schemas[0]?.id
  const chosen = schemas.find(({ id }) => id === wanted)
  if (chosen === undefined) throw notFound(page)
  return {
    schemas: schemas.map((schema) => ({ id: schema.id, title: titleOf(schema) })),
    chosen: { id: chosen.id, fields: schemaFields(chosen.schema), text: JSON.stringify(chosen.schema, null, 2) },
  }
}

/** The traits of a project's accounts, and a preview of their form. */
export default function Schemas() {
  const t = useText('console_people')
  const { schemas, chosen } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('schema.title')} intro={t('schema.lead')} />
      {schemas.length > 1 && (
        <Tabs
          link={PageLink}
          label={t('schema.title')}
          tabs={schemas.map(({ id, title }) => ({
            href: `?${new URLSearchParams({ id })}`,
            label: title,
            current: id === chosen.id,
          }))}
        />
      )}
      <Section id="fields" title={t('schema.fields')}>
        {chosen.fields.length === 0 ? (
          <Empty title={t('schema.no_fields')} />
        ) : (
          <FactPanel>
            {chosen.fields.map((field) => (
              <Row
                key={field.name}
                title={labelOfField(field)}
                badge={field.required && <Badge>{t('schema.required')}</Badge>}
              >
                <code className={classes.code}>{field.name}</code> ·{' '}
                {[field.type, field.format].filter(Boolean).join(', ')}
                {field.options !== undefined && <> · {field.options.join(', ')}</>}
              </Row>
            ))}
          </FactPanel>
        )}
      </Section>
      <Section id="preview" title={t('schema.preview')} intro={t('schema.preview_lead')}>
        <Panel padded>
          <div className={preview.form}>
            <Preview key={chosen.id} fields={chosen.fields} />
          </div>
        </Panel>
      </Section>
      <Section id="document" title={t('schema.document')}>
        <Panel padded>
          <CodeBlock label={t('schema.document')}>{chosen.text}</CodeBlock>
        </Panel>
      </Section>
    </>
  )
}
