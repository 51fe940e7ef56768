import { ButtonLink } from '@gatehouse/design/controls'
import { Aside, Panel, Row } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { SignOut } from '../../layout/sign-out.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const { name, email } = await requireOperator(page)
  return { name, email, accountUrl: page.accountUrl }
}

/** The operator's own page: the account, the appearance of the console, and the sign-out. */
export default function Account() {
  const t = useText('console')
  const { name, email, accountUrl } = useLoaderData<typeof loader>()
  return (
    <GatePage title={name} intro={email === name ? undefined : <bdi>{email}</bdi>} scene={false}>
      <Panel>
        <Row title={t('account.security')} action={<ButtonLinkOut href={accountUrl} label={t('account.open')} />}>
          {t('account.manage')}
        </Row>
        <Row title={t('account.session')} action={<SignOut label={t('sign_out')} />}>
          {t('account.look')}
        </Row>
      </Panel>
      <Aside>
        <PageLink href="/">{t('account.back')}</PageLink>
      </Aside>
    </GatePage>
  )
}

function ButtonLinkOut({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <ButtonLink href={href} size="small">
      {label}
    </ButtonLink>
  )
}
