import { SessionProvider, useSession } from '@ory/elements-react/client'

/** Where people arrive: who is signed in, as the components' own session provider knows it. */
export function Welcome() {
  return (
    <SessionProvider baseUrl={location.origin}>
      <Who />
    </SessionProvider>
  )
}

function Who() {
  const { session, isLoading } = useSession()
  if (isLoading) return <p>One moment …</p>
  const traits: unknown = session?.identity?.traits
  const email = typeof traits === 'object' && traits !== null && 'email' in traits ? String(traits.email) : undefined
  return <p data-testid="who">{email ?? 'signed out'}</p>
}
