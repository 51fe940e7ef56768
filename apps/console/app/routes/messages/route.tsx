import { templateNameOf } from '@gatehouse/contract/identities'
import { Empty, Toolbar } from '@gatehouse/design/content'
import { Field, TextInput } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { OutageNotice } from '../../messages/outage-notice.tsx'
import { loadOutages } from '../../messages/outages.server.ts'
import { resendMessage } from '../../messages/resend.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { loadPage } from '../../people/load-page.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { ListFilters, SearchForm } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { type MessageRow, MessageTable } from './message-table.tsx'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const status = statuses.find((one) => one === url.searchParams.get('status')) ?? ''
  const recipient = (url.searchParams.get('recipient') ?? '').trim()
  const [{ body, pages }, outages] = await Promise.all([
    loadPage(page, (paging) =>
      scope.admin.listCourierMessages({
        ...paging,
        status: status || undefined,
        recipient: recipient || undefined,
      }),
    ),
    loadOutages(scope),
  ])
  const messages = body.map((one): MessageRow => ({
    id: one.id,
    recipient: one.recipient,
    template: templateNameOf(one),
    status: one.status,
    at: one.created_at,
    fault: { text: one.last_error ?? '', kind: one.last_error_kind },
    canBeResent: one.can_be_resent === true,
  }))
  return { messages, outages, now: Date.now(), status, recipient, pages }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  if (!form.intent.startsWith('resend.')) throw forbidden(page)
  return resendMessage(page, scope, form)
}

/** The mails and text messages of a project, and their status. */
export default function Messages() {
  const t = useText('console_people')
  const common = useText('console')
  const { messages, outages, now, status, recipient, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('message.title')} intro={t('message.lead')} />
      <OutageNotice outages={outages} />
      <Toolbar>
        <SearchForm state={recipient} kept={{ status }}>
          <Field id="recipient" label={t('message.recipient')}>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                name="recipient"
                defaultValue={recipient}
                placeholder={`${t('message.recipient')}: ada@example.org`}
                dir="auto"
              />
            )}
          </Field>
        </SearchForm>
        <ListFilters
          id="messages"
          filters={[
            {
              name: 'status',
              label: t('message.status'),
              options: statuses.map((one) => ({ value: one, label: t(`message.status_${one}`) })),
            },
          ]}
          fields={{ recipient, status }}
        />
      </Toolbar>
      <MessageTable
        rows={messages}
        now={now}
        empty={
          status + recipient === '' ? (
            <Empty drawing="letterbox" title={t('message.none')}>
              <p>{t('message.none_text')}</p>
            </Empty>
          ) : (
            <Empty drawing="letterbox" title={t('message.none_found')}>
              <PageLink href="?">{common('list.clear')}</PageLink>
            </Empty>
          )
        }
      />
      <Pager {...pages} />
    </>
  )
}

/** The statuses of a message. */
const statuses = ['queued', 'processing', 'sent', 'abandoned'] as const
