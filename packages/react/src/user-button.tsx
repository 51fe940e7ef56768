'use client'

import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { initialsOf, nameOf, pictureOf } from './session.ts'
import { SignOutButton, usePage } from './sign-in.tsx'
import { useSession } from './use-session.ts'

/** The words of the button. */
export interface UserButtonLabels {
  readonly account: string
  readonly signOut: string
}

export interface UserButtonProps {
  readonly labels?: Partial<UserButtonLabels> | undefined
  /** The page to return to after signing out; absent: this page. */
  readonly signOutReturnTo?: string | undefined
  /** Further entries of the menu. */
  readonly children?: ReactNode
}

const english: UserButtonLabels = { account: 'Account', signOut: 'Sign out' }

/** The signed-in person with a menu: the account, and the sign-out. Draws nothing without a session. */
export function UserButton({ labels, signOutReturnTo, children }: UserButtonProps) {
  const { session, accountUrl } = useSession()
  const page = usePage()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeFromOutside(menu), [])
  if (session === undefined) return null
  const name = nameOf(session)
  const picture = pictureOf(session)
  const { account, signOut } = { ...english, ...labels }
  return (
    <details ref={menu} className="gatehouse-user">
      <summary>
        <span className="gatehouse-avatar" aria-hidden="true">
          {picture === undefined ? initialsOf(name) : <img src={picture} alt="" referrerPolicy="no-referrer" />}
        </span>
        <bdi className="gatehouse-name">{name}</bdi>
      </summary>
      <ul>
        <li>
          <a href={accountUrl(page)}>{account}</a>
        </li>
        {children}
        <li>
          <SignOutButton returnTo={signOutReturnTo}>{signOut}</SignOutButton>
        </li>
      </ul>
    </details>
  )
}

/** As menus do: Escape, and a press outside, close it. */
function closeFromOutside(ref: RefObject<HTMLDetailsElement | null>) {
  const press = ({ target }: Event) => {
    const menu = ref.current
    if (menu?.open === true && target instanceof Node && !menu.contains(target)) menu.open = false
  }
  const key = (event: KeyboardEvent) => {
    const menu = ref.current
    if (event.key !== 'Escape' || menu?.open !== true) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
  addEventListener('pointerdown', press)
  addEventListener('keydown', key)
  return () => {
    removeEventListener('pointerdown', press)
    removeEventListener('keydown', key)
  }
}
