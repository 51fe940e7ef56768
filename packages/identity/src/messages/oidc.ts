import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

/** A provider as its buttons name it. */
export interface ProviderName {
  readonly id: string
  readonly label: string
  /** Present if the provider has an account chooser in the browser (FedCM); the page may open it. */
  readonly chooser?: object | undefined
}

const named = ({ id, label, chooser }: ProviderName) => ({
  provider: label,
  provider_id: id,
  ...(chooser && { fedcm: true }),
})

export const signInWithLabel = (provider: ProviderName): Message =>
  message(1010002, `Sign in with ${provider.label}`, named(provider))
export const confirmWithLabel = ({ label }: ProviderName): Message =>
  message(1010018, `Confirm with ${label}`, { provider: label })
export const signUpWithLabel = (provider: ProviderName): Message =>
  message(1040002, `Sign up with ${provider.label}`, named(provider))
export const continueWithProviderLabel = (): Message => message(1040003, 'Continue')
export const linkProviderLabel = ({ label }: ProviderName): Message =>
  message(1050002, `Connect ${label}`, { provider: label })
export const unlinkProviderLabel = ({ label }: ProviderName): Message =>
  message(1050003, `Disconnect ${label}`, { provider: label })

/** Another account has the sign-in name that a provider reports. With hints: that account's methods. */
export const signInToLink = (
  identifier: string,
  provider: string,
  loginUrl: string,
  hints: { readonly types: readonly string[]; readonly providers: readonly string[] },
): Message =>
  message(
    1010016,
    `There is already an account with ${identifier}. Sign in to it, and ${provider} will be connected to it.`,
    {
      available_credential_types: hints.types,
      available_providers: hints.providers,
      duplicateIdentifier: identifier,
      duplicate_identifier: identifier,
      newLoginUrl: loginUrl,
      new_login_url: loginUrl,
      provider,
    },
  )
export const linkedAccountDiffers = (): Message =>
  message(4010009, 'This is a different account than the one to connect. Please sign in to that one.')
