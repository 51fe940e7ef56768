import type { SoakOptions } from './options.ts'

/** The faults of an installation in the course of a soak. Days and hours count from 0. */
export interface FaultPlan {
  /** Mail takes nothing for two hours. */
  readonly mailDown: { readonly day: number; readonly hours: readonly [number, number] }
  /** The receiver of the stream is down for a whole day. */
  readonly receiverDown: { readonly day: number }
  readonly kills: readonly { readonly day: number; readonly hour: number; readonly worker: 'first' | 'second' }[]
  readonly restart: { readonly day: number; readonly hour: number }
}

/** Plans the faults: spread over the days of the soak. */
export function planFaults({ days }: Pick<SoakOptions, 'days'>): FaultPlan {
  const at = (share: number) => Math.floor(days * share)
  return {
    mailDown: { day: at(0.3), hours: [8, 10] },
    receiverDown: { day: at(0.5) },
    kills: [
      { day: at(0.6), hour: 6, worker: 'second' },
      { day: at(0.7), hour: 14, worker: 'first' },
    ],
    restart: { day: at(0.8), hour: 18 },
  }
}
