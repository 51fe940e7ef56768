import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'

/** What the pages can offer beyond flows and sessions, by what the identity service can do. */
export interface PageFeatures {
  /** Whether a person can see the history of their account. */
  readonly activity: boolean
  /**
   * How a person gets at their data: `own`, by the service's own calls; `admin`, through the admin API, which knows no
   * history; `none`, not at all.
   */
  readonly data: 'own' | 'admin' | 'none'
  /** How many days a browser can be trusted the second factor; nothing: not at all. */
  readonly rememberDeviceDays: number | undefined
  /** Whether the service tells a person how they sign in. */
  readonly credentials: boolean
  /** Whether recovery codes stay where they are the only second step. */
  readonly codesStandAlone: boolean
  /** The fewest characters of a new password; nothing: the service does not say. */
  readonly passwordMinLength: number | undefined
}

/**
 * Asks the identity service once what it can do. An Ory Kratos answers 404, which is an answer too; a service that is
 * away is asked again the next time.
 */
export function rememberFeatures(client: IdentityClient, admin: AdminClient | undefined): () => Promise<PageFeatures> {
  const without: PageFeatures = {
    activity: false,
    data: admin === undefined ? 'none' : 'admin',
    rememberDeviceDays: undefined,
    credentials: false,
    codesStandAlone: true,
    passwordMinLength: undefined,
  }
  let known: Promise<PageFeatures> | undefined
  const ask = async (): Promise<PageFeatures> => {
    const answer = await client.accountFeatures().catch(() => undefined)
    if (answer?.kind === 'ok') {
      const { activity, data, delete_account: canDelete, remember_device_days: days } = answer.body
      return {
        activity,
        data: data && canDelete ? 'own' : without.data,
        rememberDeviceDays: days ?? undefined,
        credentials: answer.body.credentials ?? false,
        codesStandAlone: answer.body.recovery_codes_alone ?? true,
        passwordMinLength: answer.body.password_min_length,
      }
    }
    if (answer?.status !== 404) known = undefined
    return without
  }
  return () => (known ??= ask())
}
