import { open, openNative } from '../../scenarios/given.ts'
import type { Given, GivenStep } from './given.ts'
import { account, send, signedIn } from './steps.ts'

/** The people that the provider knows, by the address; people of the reference were all called the same. */
const person = (sub: string, email = '{email}'): GivenStep => ({
  title: `${sub} is the account at the provider`,
  person: { sub, email, email_verified: true, given_name: 'Dummy' },
})

export const providerGivens: Readonly<Record<string, Given>> = {
  'oidc-account-linking': { before: { 0: [account, open('login'), person('link-1')] } },
  'oidc-api-no-exchange-code': { before: { 0: [openNative('login')] } },
  'oidc-api-token-exchange': { before: { 0: [person('sub-1')] } },
  'oidc-login-existing-user-form': { before: { 0: [person('sub-1'), open('login')] } },
  'oidc-login-new-user': { before: { 0: [person('sub-1')] } },
  'oidc-provider-error': {
    before: {
      0: [
        open('login'),
        { title: 'the provider refuses all accounts', refusal: 'access_denied' },
        send('login', { method: 'oidc', provider: 'dummy' }, 422),
      ],
      2: [open('login')],
    },
  },
  'oidc-registration-duplicate': {
    before: {
      0: [
        account,
        open('registration'),
        person('dup-1'),
        send('registration', { method: 'oidc', provider: 'dummy' }, 422),
      ],
    },
  },
  'oidc-registration': { before: { 0: [person('reg-1')] } },
  'settings-oidc': { before: { 0: [...signedIn, open('settings'), person('lnk-1', 'else-1@example.org')] } },
}
