import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { isInputNode } from '@gatehouse/contract/flows'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { GatePage } from '../../layout/gate-page.tsx'
import { useRootData } from '../../page/root-data.ts'
import { SignOut } from '../../layout/sign-out.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { FlowView } from '../../session/flow-view.tsx'
import { useText } from '../../text/texts.tsx'
import { beginSignIn, finishSignIn } from './sign-in.server.ts'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return { ...(await beginSignIn(page, url)), accountUrl: page.accountUrl }
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  return finishSignIn(consoleRequestOf(context), url, new URLSearchParams(await request.text()))
}

/** A submit draws its own answer; asking for a new flow beside it would be in vain. */
export function shouldRevalidate() {
  return false
}

/** Signing in, the code that was sent, and the second factor. */
export default function SignIn() {
  const t = useText('console')
  const brand = useRootData()?.brand
  const begun = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const drawn = answered ?? begun
  const { flow } = drawn
  const step = flow.requested_aal === 'aal2' ? 'aal2.' : flow.state === 'sent_email' ? 'code.' : ''
  const hasWay = flow.ui.nodes.some((node) => isInputNode(node) && node.attributes.type !== 'hidden')
  const forgot = <a href={`${begun.accountUrl}/recovery`}>{t('sign_in.forgot')}</a>
  return (
    <GatePage
      title={t(`sign_in.${step}title`)}
      intro={step === 'code.' ? undefined : t(`sign_in.${step}lead`, { brand })}
    >
      {drawn.expired && <Alert kind="info">{t('sign_in.expired')}</Alert>}
      {hasWay ? (
        <FlowView
          kind="login"
          drawn={drawn}
          fieldEnd={(node) => node.attributes.name === 'password' && step === '' && forgot}
        />
      ) : (
        <>
          <p>{t(step === 'aal2.' ? 'sign_in.aal2.none' : 'sign_in.no_way')}</p>
          {step === 'aal2.' && (
            <ButtonLink href={`${begun.accountUrl}/settings`} variant="primary">
              {t('sign_in.aal2.set_up')}
            </ButtonLink>
          )}
        </>
      )}
      {step !== '' && <SignOut label={t('sign_in.other')} />}
    </GatePage>
  )
}
