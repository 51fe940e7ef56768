import { Empty, Section } from '@gatehouse/design/content'
import { PageLink } from '../../page/page-link.tsx'
import { StatusBadge } from '../../messages/status-badge.tsx'
import { useTemplateName } from '../../messages/template-name.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import type { PersonMessage } from './messages.server.ts'

/** The messages to a person's addresses, newest first. */
export function Messages({ messages }: { readonly messages: readonly PersonMessage[] }) {
  const t = useText('console_people')
  const nameOf = useTemplateName()
  const root = useProjectRoot()
  const columns: readonly Column<PersonMessage>[] = [
    {
      id: 'template',
      heading: t('message.template'),
      isName: true,
      title: ({ template }) => nameOf(template),
      render: ({ id, template }) => <PageLink href={`${root}/messages/${id}`}>{nameOf(template)}</PageLink>,
    },
    {
      id: 'recipient',
      heading: t('message.recipient'),
      card: 'fact',
      size: 'long',
      from: 'medium',
      title: ({ recipient }) => recipient,
      render: ({ recipient }) => <bdi>{recipient}</bdi>,
    },
    {
      id: 'status',
      heading: t('message.status'),
      card: 'state',
      size: 'short',
      render: ({ status }) => <StatusBadge status={status} />,
    },
    { id: 'at', heading: t('message.at'), size: 'medium', card: 'end', render: ({ at }) => <Instant at={at} /> },
  ]
  return (
    <Section id="messages" title={t('message.title')}>
      <DataTable
        caption={t('message.title')}
        columns={columns}
        rows={messages}
        rowId={({ id }) => id}
        rowsAreLinks
        empty={
          <Empty drawing="letterbox" title={t('message.none')}>
            <p>{t('message.none_text')}</p>
          </Empty>
        }
      />
    </Section>
  )
}
