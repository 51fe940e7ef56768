import { createSentForms, type SentForms } from '@gatehouse/account/sent-forms'
import type { HostedProject } from '@gatehouse/control-plane/service'
import type { HeldLease } from './lease-guard.ts'
import type { MetricsSnapshot } from '../metrics/metrics.ts'

/** What happened to a project that every process has to know before the change is answered. */
export type ProjectChange =
  /** It was opened, or runs with other settings. */
  | { readonly kind: 'present'; readonly project: HostedProject }
  /** It runs no longer: its data is about to be moved away, or the leader could not open it and has halted it. */
  | { readonly kind: 'removed'; readonly project: HostedProject }

/** Resolves once every other process has the changes, or has ended. Rejects with an `UnpublishedChangeError`. */
export type RelayChanges = (changes: readonly ProjectChange[]) => Promise<void>

/** A change could not be published to other gateways, which run what they ran before. Says why. */
export class UnpublishedChangeError extends Error {}

/** The process that has the console, the admin API and the work in the background. */
export interface Leader {
  readonly kind: 'leader'
  readonly sentForms: SentForms
  /** Whether other processes serve the same databases. */
  readonly isShared: boolean
  /** By which it leads among other gateways; a write of another one than its holder is refused. Absent: there are none. */
  readonly lease: HeldLease | undefined
  readonly relay: RelayChanges
  /** What the other processes have counted, those that have ended as well. They keep what this one has: it may end too. */
  readonly metricsOfOthers: (own: MetricsSnapshot) => Promise<readonly MetricsSnapshot[]>
  readonly countedBy: CountedBy
  /** To be called once it listens. */
  readonly serves: () => void
}

/** Takes what says how much this process has counted, for others that ask. */
export type CountedBy = (snapshot: () => Promise<MetricsSnapshot>) => void

/** A process that answers requests to the public origin and to the projects, and does nothing else. */
export interface Follower {
  readonly kind: 'follower'
  readonly sentForms: SentForms
  readonly isShared: true
  /** Whether nothing may be served, as changes of other gateways may be missed. */
  readonly isFenced: () => boolean
  readonly countedBy: CountedBy
  /** The projects that the leader runs, the first one first. */
  readonly projects: readonly HostedProject[]
  /** To be called once it listens. */
  readonly serves: () => void
  /** Changes that came before this was called are handed over now; one at a time, in their order. */
  readonly onChange: (apply: (change: ProjectChange) => Promise<void>) => void
}

/** What one of the processes that serve an installation does. */
export type WorkerRole = Leader | Follower

/** The leader of an installation without other processes. */
export function alone(): Leader {
  return {
    kind: 'leader',
    sentForms: createSentForms(),
    isShared: false,
    lease: undefined,
    relay: async () => {},
    metricsOfOthers: async () => [],
    countedBy: () => {},
    serves: () => {},
  }
}
