import type { ProbeFault, ProbeOutcome } from '@gatehouse/contract/operators'

import { RefusalError } from '../http/answer.ts'

/** TABLE: what each fault of a provider means, and how to mend it. */
const reasons: Readonly<Record<ProbeFault, string>> = {
  not_https: 'The issuer, or an address that it names, does not begin with https://.',
  private: 'The issuer is in a private network, which sign-ins cannot reach. It needs a public address.',
  unreachable:
    'Nobody answers at the issuer, or not in time. Check the address, and that it is reachable from the internet.',
  not_openid:
    'What the issuer publishes is not OpenID Connect: there is no metadata at /.well-known/openid-configuration below it.',
  wrong_issuer: 'The issuer calls itself something else. Write it exactly as its metadata does.',
  many_directories:
    'This issuer is for all directories at once. Use the one of your own directory, with its tenant id.',
  no_codes: 'The provider does not do the authorization code flow, or not for this application.',
  client_refused: 'The provider does not accept client id and secret. Check both; secrets end, and are not their ids.',
}

/** Refuses with 400 a provider that people could not sign in with; `details.fault` says why. The issuer otherwise. */
export function requireSound(outcome: ProbeOutcome): string {
  if (outcome.kind === 'sound') return outcome.issuer
  const { fault, said } = outcome
  const details = { fault, ...(said !== undefined && { said }) }
  throw new RefusalError({ code: 400, reason: reasons[fault], details })
}
