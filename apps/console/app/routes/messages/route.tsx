import { Address, Badge } from '@gatehouse/design/content'
import { Field, TextInput, Select } from '@gatehouse/design/controls'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { loadPage } from '../../people/load-page.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Filters } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { statuses } from './statuses.ts'

interface MessageRow {
  readonly id: string
  readonly recipient: string
  readonly template: string
  readonly status: (typeof statuses)[number]
  readonly attempts: number
  readonly at: string
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const status = statuses.find((one) => one === url.searchParams.get('status')) ?? ''
  const recipient = (url.searchParams.get('recipient') ?? '').trim()
  const { body, pages } = await loadPage(page, (paging) =>
    scope.admin.listCourierMessages({
      ...paging,
      status: status || undefined,
      recipient: recipient || undefined,
    }),
  )
  const messages = body.map((one): MessageRow => ({
    id: one.id,
    recipient: one.recipient,
    template: one.template_type,
    status: one.status,
    attempts: one.send_count,
    at: one.created_at,
  }))
  return { messages, status, recipient, pages }
}

/** Mails and text messages of a project, and what became of them. */
export default function Messages() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const { messages, status, recipient, pages } = useLoaderData<typeof loader>()
  const columns: readonly Column<MessageRow>[] = [
    {
      id: 'recipient',
      heading: t('message.recipient'),
      isName: true,
      render: (row) => (
        <PageLink href={`${root}/messages/${row.id}`}>
          <Address>{row.recipient}</Address>
        </PageLink>
      ),
    },
    { id: 'template', heading: t('message.template'), render: (row) => <code>{row.template}</code> },
    {
      id: 'status',
      heading: t('message.status'),
      render: (row) => <Badge on={row.status === 'sent'}>{t(`message.status_${row.status}`)}</Badge>,
    },
    { id: 'attempts', heading: t('message.attempts'), look: 'number', render: (row) => row.attempts },
    { id: 'at', heading: t('message.at'), look: 'number', render: (row) => <Instant at={row.at} /> },
  ]
  return (
    <>
      <PageHead title={t('message.title')} intro={t('message.lead')} />
      <Filters state={`${status} ${recipient}`} isNarrowed={status + recipient !== ''}>
        <Field id="recipient" label={t('message.recipient')} hint={t('message.recipient_hint')}>
          {(control) => <TextInput {...control} type="search" name="recipient" defaultValue={recipient} dir="ltr" />}
        </Field>
        <Field id="status" label={t('message.status')}>
          {(control) => (
            <Select
              {...control}
              name="status"
              defaultValue={status}
              placeholder={t('people.any')}
              options={statuses.map((one) => ({ value: one, label: t(`message.status_${one}`) }))}
            />
          )}
        </Field>
      </Filters>
      <DataTable
        caption={t('message.title')}
        columns={columns}
        rows={messages}
        rowId={({ id }) => id}
        empty={
          status + recipient === '' ? (
            <Empty title={t('message.none')}>
              <p>{t('message.none_text')}</p>
            </Empty>
          ) : (
            <Empty title={t('message.none_found')}>
              <PageLink href="?">{common('list.clear')}</PageLink>
            </Empty>
          )
        }
      />
      <Pager {...pages} />
    </>
  )
}
