import { SessionProvider, useSession } from '@ory/elements-react/client'

/**
 * Draws the page on which people arrive, with the signed-in person as the components' own session provider knows them.
 */
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
