import { AccountLayout } from '@gatehouse/design/layout'
import { Avatar, Heading } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { isOfProfile, profileList, usePartAddress } from './part-address.ts'
import { useText } from '../text/text-source.ts'
import { useLocation, useNavigation } from 'react-router'
import { useSendInTurn } from '../enhance/use-send-in-turn.ts'
import { AheadLink } from './ahead-link.tsx'
import { useBrandMark } from './brand-mark.tsx'
import { useAheadForgotten } from './data-ahead.ts'
import { PageFooter } from './page-footer.tsx'
import { PageTitle } from './page-title.tsx'
import { useRootData } from '../request/root-data.ts'
import { SignOut } from './sign-out.tsx'

/** Pages of the account, in the order of the navigation; some only if the service has their content. */
const pages = [
  { page: '/', label: 'nav.home', icon: 'apps', offer: undefined },
  { page: 'profile', label: 'nav.profile', icon: 'user', offer: undefined },
  { page: '/settings', label: 'nav.settings', icon: 'shield', offer: undefined },
  { page: '/sessions', label: 'nav.sessions', icon: 'laptop', offer: undefined },
  { page: '/activity', label: 'nav.activity', icon: 'list', offer: 'activity' },
  { page: '/settings/data', label: 'nav.data', icon: 'download', offer: 'data' },
] as const

export interface AccountPageProps {
  readonly title: string
  readonly intro?: ReactNode
  /** The owner of the account: a name or an address. */
  readonly person: string
  readonly failed?: boolean
  /** Above the title: the link to the parent page. */
  readonly back?: ReactNode
  /** Beside the title: the one action of the page. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A page for a signed-in person. */
export function AccountPage({ title, intro, person, failed = false, back, action, children }: AccountPageProps) {
  const t = useText('common')
  const here = pageAt(useLocation())
  const { location, formMethod } = useNavigation()
  const next = location && pageAt(location)
  const to = usePartAddress()
  // The settings keep the return address that they were opened with.
  const kept: Readonly<Record<string, string>> = { profile: to(undefined, profileList), '/settings': to() }
  // Apart from the pages of a sign-in, which it would make larger.
  useSendInTurn()
  useAheadForgotten(formMethod)
  const offers = useRootData()?.offers
  const nav = pages
    .filter(({ offer }) => offer === undefined || offers?.[offer] === true)
    .map(({ page, icon, label }) => ({
      href: kept[page] ?? page,
      icon,
      label: t(label),
      current: page === here,
      pending: page === next && page !== here,
      'data-testid': label.replace('.', '/'),
    }))
  return (
    <AccountLayout
      brand={useBrandMark()}
      skipLabel={t('skip')}
      navLabel={t('nav.label')}
      nav={nav}
      link={AheadLink}
      header={
        <>
          <SignOut label={t('sign_out')} />
          <Avatar name={person} />
        </>
      }
      footer={<PageFooter />}
    >
      <PageTitle title={title} failed={failed} />
      <Heading title={title} back={back} action={action}>
        {intro}
      </Heading>
      {children}
    </AccountLayout>
  )
}

/** Returns the page of the navigation that an address is of: the profile and the settings share their path. */
function pageAt({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  return pathname === '/settings' && isOfProfile(new URLSearchParams(search)) ? 'profile' : pathname
}
