import { SessionProvider, UserButton } from '@gatehouse/react'
import '@gatehouse/react/styles.css'
import { headers } from 'next/headers'
import { account, origin, sessions } from '../session/sessions.js'

export const metadata = { title: 'Shop' }

/** Draws the first paint for the person whom the server knows; if it cannot find out, the browser asks. */
export default async function Layout({ children }) {
  const found = await sessions.read(new Headers(await headers()))
  const known = found.kind === 'signed_in' ? found.session : found.kind === 'signed_out' ? null : undefined
  return (
    <html lang="en">
      <body>
        <SessionProvider url={account} initialSession={known}>
          <nav>
            <a href="/">Start</a> <a href="/orders">orders</a> <a href="/members">members</a>{' '}
            <a href="/delete">delete</a> <a href="/token">token</a> <UserButton signOutReturnTo={`${origin}/`} />
          </nav>
          <main>
            <h1>Shop</h1>
            {children}
          </main>
        </SessionProvider>
      </body>
    </html>
  )
}
