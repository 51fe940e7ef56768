import { addressOfOrganization, notOfThisOrganization, signInThere } from '../../messages/organizations.ts'
import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import { reject } from '../steps/reject.ts'
import { redirectSignIn } from './redirect-sign-in.ts'
import { redirectSignUp } from './redirect-sign-up.ts'

/** Denies a valid proof if the person's organization decides how they sign in. */
export async function denyLogin(
  context: FlowContext,
  attempt: Attempt,
  identity: Identity,
  providerId: string | undefined,
): Promise<Outcome | undefined> {
  const { flow } = attempt
  const provider = context.providers.find(({ id }) => id === providerId)
  const linkTo = flow.details.linking?.link['organization']
  const admission = await context.memberships.admits(
    identity,
    provider,
    typeof linkTo === 'string' ? linkTo : undefined,
  )
  switch (admission.kind) {
    case 'admitted':
      return undefined
    case 'foreign':
      return reject(context, flow, {
        kind: 'rejected',
        form: [notOfThisOrganization()],
        active: context.methodNames.oidc,
      })
    case 'other_organization': {
      const { organization } = admission
      return redirectSignIn(context, attempt, organization, { messages: [signInThere(organization)] })
    }
    default:
      return admission satisfies never
  }
}

/** Denies a new account with an address of an organization that it does not belong to. */
export async function denySignUp(
  context: FlowContext,
  attempt: Pick<Attempt, 'flow' | 'request'>,
  identity: Identity,
): Promise<Outcome | undefined> {
  const organization = await context.memberships.strayAddress(identity)
  if (!organization) return undefined
  if (identity.organizationId !== undefined) {
    return reject(context, attempt.flow, { kind: 'rejected', form: [addressOfOrganization(organization)] })
  }
  const { traits } = identity
  return redirectSignUp(context, attempt, organization, { traits, messages: [signInThere(organization)] })
}
