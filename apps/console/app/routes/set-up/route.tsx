import { Person } from '@gatehouse/design/avatar'
import { ButtonLink } from '@gatehouse/design/button'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { linkGone } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useRootData } from '../../layout/root-data.ts'
import { SignOut } from '../../layout/sign-out.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator, signInAddress, standingOf } from '../../session/operator.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  requireOpenLink(page, url)
  const standing = await standingOf(page)
  const returnTo = `${url.pathname}${url.search}`
  const person = standing.kind === 'signed_in' ? standing.operator.email || standing.operator.name : undefined
  const secondFactor = standing.kind === 'second_factor_owed'
  return { person, signIn: signInAddress({ returnTo, secondFactor }) }
}

export async function action({ context, url }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const token = requireOpenLink(page, url)
  const { identityId } = await requireOperator(page)
  const outcome = await page.controlPlane.setUp.accept(token, identityId)
  if (outcome.kind !== 'accepted') throw linkGone(page, 'set_up')
  return redirect('/', 303)
}

function requireOpenLink(page: ConsoleRequest, { searchParams }: URL): string {
  const token = searchParams.get('token') ?? ''
  if (!page.controlPlane.setUp.isOpen(token)) throw linkGone(page, 'set_up')
  return token
}

/** The first operator: signs in, and becomes the owner of what there is. */
export default function SetUp() {
  const t = useText('console')
  const brand = useRootData()?.brand
  const { person, signIn } = useLoaderData<typeof loader>()
  return (
    <GatePage title={t('set_up.title')} lead={t('set_up.lead', { brand })}>
      {person === undefined ? (
        <ButtonLink href={signIn} link={PageLink} variant="primary">
          {t('set_up.sign_in')}
        </ButtonLink>
      ) : (
        <>
          <Person name={person} action={<SignOut label={t('set_up.other')} />} />
          <ConsoleForm intent="accept" submit={t('set_up.accept')} />
        </>
      )}
    </GatePage>
  )
}
