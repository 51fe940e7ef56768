import type { ProviderAccount } from '@gatehouse/testing/providers'
import type { Step } from '../../scenarios/scenario.ts'

/** What happens before a recorded request: a step of a scenario, time that passes, or who the provider knows. */
export type GivenStep =
  | Step
  | { readonly title: string; readonly advance: number }
  | { readonly title: string; readonly person: ProviderAccount }
  | { readonly title: string; readonly refusal: string }
  /** The OAuth2 server knows who comes. */
  | { readonly title: string; readonly known: true }
  /** From here on a placeholder stands for the newest value of its kind: ours is another one than before. */
  | { readonly title: string; readonly forget: string }
  /** All mail that is due goes out first. */
  | { readonly title: string; readonly settle: true }

/** What a recording takes for granted. */
export interface Given {
  /** By the number of the recorded request they come before, from 0. */
  readonly before?: Readonly<Record<number, readonly GivenStep[]>>
  /** Who asks, by the number of the request; default `visitor`. */
  readonly as?: Readonly<Record<number, string>>
  /** Variables that placeholders of requests stand for, where the position does not say: `{ id3: 'otherFlow' }`. */
  readonly bind?: Readonly<Record<string, string>>
  /** Further variables at the beginning. */
  readonly variables?: Readonly<Record<string, string>>
}
