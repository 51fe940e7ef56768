import { Panel, Section } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { Invited } from '../../../src/page-deps.ts'
import { enterWorkspace } from '../../control-plane/scope.server.ts'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { OneTime } from '../../one-time/one-time.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useMay, useScope } from '../../scopes/use-scope.ts'
import { isLong, ListSearch } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { MemberTable, RoleField } from './member-table.tsx'
import { changeMembers, readMembers } from './members.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return readMembers(page, await enterWorkspace(page, params))
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterWorkspace(page, params)
  return changeMembers(page, scope, await readForm(request))
}

/** The members of a workspace with their roles, and the open invitations. */
export default function Members() {
  const t = useText('console_workspace')
  const title = useText('console')('nav.members')
  const { q, members, pages, invitations, invitationPages } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const may = useMay()
  const { remoteOrigin } = useScope().workspace
  return (
    <>
      <PageHead
        title={title}
        intro={remoteOrigin === undefined ? t('members.lead') : t('members.elsewhere', { origin: remoteOrigin })}
      />
      {remoteOrigin === undefined && isLong(members.length, q, pages) && (
        <ListSearch q={q} label={t('members.q')} hint={t('members.q_hint')} />
      )}
      <MemberTable members={members} q={q} pages={pages} />
      <Pager {...pages} />
      {may('createWorkspaceInvite') && <InviteForm made={answer?.kind === 'invited' ? answer : undefined} />}
      {(invitations.length > 0 || invitationPages.first !== undefined) && (
        <InvitationTable invitations={invitations} pages={invitationPages} />
      )}
    </>
  )
}

interface InviteFormProps {
  /** The invitation that was just made. */
  readonly made: { readonly email: string; readonly link: string; readonly mail: Invited } | undefined
}

const texts = {
  mailed: 'invite.mailed',
  no_mail_server: 'invite.not_mailed',
  too_many_messages: 'invite.too_many_messages',
} as const satisfies Readonly<Record<Invited, string>>

/** Invites a person to join. */
function InviteForm({ made }: InviteFormProps) {
  const t = useText('console_workspace')
  return (
    <Section id="invite" title={t('invite.title')} intro={t('invite.lead')}>
      {made !== undefined && (
        <OneTime title={t('invite.made', { email: made.email })} label={t('invite.link')} value={made.link}>
          {t(texts[made.mail])}
        </OneTime>
      )}
      <Panel padded>
        <ConsoleForm key={made?.link ?? ''} intent="invite" submit={t('invite.submit')}>
          <TextField name="email" type="email" label={t('invite.email')} autoComplete="off" required />
          <RoleField current="developer" />
        </ConsoleForm>
      </Panel>
    </Section>
  )
}
