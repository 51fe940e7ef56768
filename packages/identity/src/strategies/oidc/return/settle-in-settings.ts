import { notOfThisOrganization } from '../../../messages/organizations.ts'
import { duplicateCredentials } from '../../../messages/registration.ts'
import { linkIdentifier, newLink, withLink } from '../links.ts'
import type { ProvedPerson } from '../proved.ts'
import type { FlowContext } from '../../../flows/flow-context.ts'
import type { SettingsNeeds } from '../../../flows/needs.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { saveSettings } from '../../../flows/settings/run.ts'
import { withIdentity } from '../../../flows/settings/with-identity.ts'

/** Adds the account at the provider to the ways of the person who is signed in, unless it is another person's. */
export async function settleInSettings(
  context: SettingsNeeds & Pick<FlowContext, 'seals'>,
  attempt: Attempt,
  person: ProvedPerson,
): Promise<Outcome> {
  const { flow, request, signedIn } = attempt
  const { provider, claims, tokens } = person
  const bound = signedIn?.identity.organizationId
  if (provider.organizationId !== undefined && bound !== undefined && bound !== provider.organizationId) {
    return withIdentity(
      context,
      request,
      await reject(context, flow, { kind: 'rejected', form: [notOfThisOrganization()] }),
    )
  }
  const link = newLink(context.seals, provider, claims.sub, tokens)
  const owner = await context.identities.findByIdentifier(['oidc'], linkIdentifier(link))
  const outcome =
    owner && owner.id !== signedIn?.identity.id
      ? await reject(context, flow, { kind: 'rejected', form: [duplicateCredentials()], active: 'oidc' })
      : await saveSettings(context, attempt, 'oidc', {
          kind: 'changed',
          active: 'oidc',
          change: (fresh) => withLink(fresh, link, request.now),
        })
  return withIdentity(context, request, outcome)
}
