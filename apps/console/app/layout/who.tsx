import { Person } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import { useText } from '../text/texts.tsx'
import { PageLink } from '../page/page-link.tsx'
import { SignOut } from './sign-out.tsx'

export interface WhoProps {
  /** The name of the signed-in person; absent: no session. */
  readonly person: string | undefined
  readonly returnTo: string
  readonly signIn: string
  readonly signUp: string
  /** The actions of a signed-in person. */
  readonly children: ReactNode
}

/** A page that needs an account: the signed-in person, or the ways to sign in and to sign up. */
export function Who({ person, returnTo, signIn, signUp, children }: WhoProps) {
  const t = useText('console')
  if (person === undefined) {
    return (
      <>
        <ButtonLink href={signUp} link={PageLink} variant="primary">
          {t('set_up.sign_up')}
        </ButtonLink>
        <ButtonLink href={signIn} link={PageLink}>
          {t('set_up.sign_in')}
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <Person name={person} action={<SignOut label={t('set_up.other')} returnTo={returnTo} />} />
      {children}
    </>
  )
}
