'use client'

import { useEffect, useState, type ComponentProps } from 'react'
import { useSession } from './use-session.ts'

export interface SignInLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The page to return to; absent: this page. */
  readonly returnTo?: string | undefined
  /** Asks for a second factor. */
  readonly aal?: 'aal2' | undefined
  /** Asks the person to confirm again who they are. */
  readonly refresh?: boolean | undefined
}

/** A link to the sign-in page and back. It works before script, and can be opened in another tab. */
export function SignInLink({ returnTo, aal, refresh, children = 'Sign in', ...rest }: SignInLinkProps) {
  const { signInUrl } = useSession()
  const page = usePage()
  return (
    <a {...rest} href={signInUrl(returnTo ?? page, { aal, refresh })} data-gatehouse="sign-in">
      {children}
    </a>
  )
}

export interface SignOutButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** The page to return to; absent: this page. */
  readonly returnTo?: string | undefined
}

/** Signs out. */
export function SignOutButton({ returnTo, children = 'Sign out', disabled, ...rest }: SignOutButtonProps) {
  const { signOut } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut(returnTo)
  }
  return (
    <button {...rest} type="button" disabled={disabled === true || isLeaving} onClick={leave} data-gatehouse="sign-out">
      {children}
    </button>
  )
}

/** Returns the address of this page once it runs: a server's markup must equal the first paint of the browser. */
export function usePage(): string {
  const [page, setPage] = useState('')
  useEffect(() => {
    const note = () => setPage(location.href)
    note()
    // An application that changes its address without loading a document fires one of these events, or renders again.
    addEventListener('popstate', note)
    addEventListener('hashchange', note)
    return () => {
      removeEventListener('popstate', note)
      removeEventListener('hashchange', note)
    }
  })
  return page
}
