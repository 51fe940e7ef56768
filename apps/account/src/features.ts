import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'

/** The pages' features beyond flows and sessions, by the abilities of the identity service. */
export interface PageFeatures {
  /** Whether a person can see the history of their account. */
  readonly activity: boolean
  /**
   * The access of people to their data: `own`, by the service's own calls; `admin`, through the admin API, which has no
   * history; `none`, not at all.
   */
  readonly data: 'own' | 'admin' | 'none'
  /** The number of days for which a browser can be trusted; undefined: not at all. */
  readonly rememberDeviceDays: number | undefined
  /** Whether the service lists a person's ways to sign in. */
  readonly credentials: boolean
  /** Whether recovery codes remain if they are the only second step. */
  readonly codesStandAlone: boolean
  /** The fewest characters of a new password; nothing: the service does not say. */
  readonly passwordMinLength: number | undefined
}

/**
 * Asks the identity service once for its features. An Ory Kratos answers 404, which counts as an answer; a service that
 * does not answer is asked again the next time.
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
