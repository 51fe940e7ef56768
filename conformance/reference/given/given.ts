import type { ProviderAccount } from '@gatehouse/testing/providers'
import type { Step } from '../../scenarios/scenario.ts'

/** An action before a recorded request: a step of a scenario, time that passes, or the account at the provider. */
export type GivenStep =
  | Step
  | { readonly title: string; readonly advance: number }
  | { readonly title: string; readonly person: ProviderAccount }
  | { readonly title: string; readonly refusal: string }
  /** The OAuth2 server knows the person. */
  | { readonly title: string; readonly known: true }
  /** From here on a placeholder stands for the newest value of its kind: ours is another one than before. */
  | { readonly title: string; readonly forget: string }
  /** All due mail is sent first. */
  | { readonly title: string; readonly settle: true }

/** The preconditions of a recording. */
export interface Given {
  /** By the number of the recorded request they come before, from 0. */
  readonly before?: Readonly<Record<number, readonly GivenStep[]>>
  /** The visitor that sends a request, by its number; default `visitor`. */
  readonly as?: Readonly<Record<number, string>>
  /** The variables of placeholders in requests, if the position does not decide them: `{ id3: 'otherFlow' }`. */
  readonly bind?: Readonly<Record<string, string>>
  /** Further variables at the beginning. */
  readonly variables?: Readonly<Record<string, string>>
}
