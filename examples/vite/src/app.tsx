import { Protected, SignedIn, SignedOut, SignInLink, useSession, UserButton, nameOf } from '@gatehouse/react'
import { lazy, Suspense, type ReactNode } from 'react'
import { FromServer, FromService } from './from-server.tsx'

const EmbeddedLogin = lazy(() => import('./embedded-login.tsx'))

const home = `${location.origin}/`

/** TABLE: the pages. The server has the data, so it checks each page's requirement again. */
const pages: Readonly<Record<string, () => ReactNode>> = {
  '/': Start,
  '/orders': () => (
    <Protected>
      <FromServer path="/api/orders" />
    </Protected>
  ),
  '/members': () => (
    <Protected organization={MEMBERS_OF} forbidden={<p>For members only.</p>}>
      <FromServer path="/api/members" />
    </Protected>
  ),
  '/delete': () => (
    <Protected aal="aal2" maxAge={300}>
      <FromServer path="/api/delete" />
    </Protected>
  ),
  '/token': () => (
    <Protected>
      <FromService path="/api/token" />
    </Protected>
  ),
  '/embedded': () => (
    <Suspense>
      <EmbeddedLogin />
    </Suspense>
  ),
}

/** Draws a single-page application that people sign in to. */
export function App() {
  const Page = pages[location.pathname]
  return (
    <>
      <nav>
        <a href="/">Start</a> <a href="/orders">orders</a> <a href="/members">members</a> <a href="/delete">delete</a>{' '}
        <a href="/token">token</a> <UserButton signOutReturnTo={home} />
      </nav>
      <main>
        <h1>Shop</h1>
        {Page === undefined ? <p>There is no such page.</p> : <Page />}
      </main>
    </>
  )
}

function Start() {
  const { session } = useSession()
  return (
    <>
      <SignedOut>
        <p>You are not signed in.</p>
        <SignInLink returnTo={home}>Sign in</SignInLink>
      </SignedOut>
      <SignedIn>
        <p>Hello {session && nameOf(session)}</p>
      </SignedIn>
    </>
  )
}
