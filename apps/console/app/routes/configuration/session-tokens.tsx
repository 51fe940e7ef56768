import { Empty } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import type { ApplicationsState } from '../../configuration/applications.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './applications-form.module.css'
import { OriginMark } from './origin-mark.tsx'

export interface SessionTokensProps extends Pick<ApplicationsState, 'tokens'> {
  readonly revision: string
  readonly mayChange: boolean
  readonly mayAdd: boolean
}

type TokenLine = SessionTokensProps['tokens'][number]

/** The kinds of session tokens that count. Those of the project can be changed; the others come from its installation. */
export function SessionTokens({ tokens, revision, mayChange, mayAdd }: SessionTokensProps) {
  const t = useText('console_projects')
  const isOwn = ({ origin }: TokenLine) => mayChange && origin === 'project'
  const columns: readonly Column<TokenLine>[] = [
    {
      id: 'name',
      heading: t('token.name'),
      isName: true,
      render: (token) =>
        isOwn(token) ? (
          <PageLink href={`tokens/${token.name}`}>
            <code dir="ltr">{token.name}</code>
          </PageLink>
        ) : (
          <code dir="ltr">{token.name}</code>
        ),
    },
    {
      id: 'lifespan',
      heading: t('token.lifespan'),
      render: ({ lifespan, origin }) => (
        <>
          <bdi>{lifespan}</bdi> <OriginMark>{t(`origin.${origin}`)}</OriginMark>
        </>
      ),
    },
    {
      id: 'actions',
      heading: '',
      look: 'actions',
      size: 'medium',
      render: (token) =>
        isOwn(token) && (
          <ConsoleForm
            intent="remove_token"
            submit={t('provider.remove')}
            about={token.name}
            variant="danger"
            hidden={{ revision, token: token.name }}
          />
        ),
    },
  ]
  const add = mayAdd && (
    <ButtonLink href="tokens/new" link={PageLink} size="small">
      {t('token.add')}
    </ButtonLink>
  )
  return (
    <div className={classes.fields} data-setting="session_tokens">
      <div className={classes.field}>
        <h3 className={classes.label}>{t('applications.session_tokens')}</h3>
        <p className={classes.about}>{t('applications.session_tokens_hint')}</p>
      </div>
      <DataTable
        caption={t('applications.session_tokens')}
        columns={columns}
        rows={tokens}
        rowId={({ name }) => name}
        empty={
          <Empty drawing="bridge" title={t('applications.no_session_tokens')}>
            {add}
          </Empty>
        }
      />
      {tokens.length > 0 && <div>{add}</div>}
    </div>
  )
}
