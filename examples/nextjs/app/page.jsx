import { nameOf } from '@gatehouse/session'
import { headers } from 'next/headers'
import { origin, sessions } from '../session/sessions.js'

export default async function Start() {
  const found = await sessions.read(new Headers(await headers()))
  if (found.kind === 'signed_in') return <p>Hello {nameOf(found.session)}</p>
  if (found.kind === 'unavailable') return <p>Signing in is not possible right now.</p>
  return (
    <>
      <p>You are not signed in.</p>
      <a href={sessions.signInUrl(`${origin}/`)}>Sign in</a>
    </>
  )
}
