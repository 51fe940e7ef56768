import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { endedSince, rememberRunning } from './remembered-work.ts'
import { type Pulse, type PulseJob, pulseIn } from './pulse.ts'

const everyMs = { counts: 60_000, jobs: 2_000 } as const
/** The page itself goes first. */
const laterMs = 400

/** A project's pulse, and work that ended since it was last seen under way. */
export interface ShownPulse extends Pulse {
  readonly ended: readonly PulseJob[]
}

/**
 * Follows a project while its pages are open: work that is under way every two seconds, counts once a minute. Without script,
 * and until the first answer, there is nothing. After a refusal it asks no more. `root`: the address of the
 * project's pages; undefined: none is open. `loaded`: what came with the page.
 */
export function usePulse(root: string | undefined, loaded: { readonly running: number }): ShownPulse | undefined {
  const [pulse, setPulse] = useState<ShownPulse & { readonly root: string }>()
  const here = pulse?.root === root ? pulse : undefined
  const isBusy = here === undefined ? loaded.running > 0 : here.jobs.some(({ state }) => state === 'running')
  // A page that was loaded anew may know of work that was begun since the last look.
  const news = loaded.running > 0 ? loaded : undefined
  const { revalidate } = useRevalidator()
  const isShut = useRef(false)
  useEffect(() => {
    if (root === undefined) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    let countedAt = 0
    const look = async () => {
      const wantsCounts = Date.now() - countedAt >= everyMs.counts
      const found = await read(`${root}/pulse${wantsCounts ? '' : '?only=jobs'}`)
      if (found === undefined || isOver) return
      if (found === 'shut') {
        isOver = true
        // The page itself says what became of its visitor. Once: it may be let in where this is not.
        if (!isShut.current) void revalidate()
        isShut.current = true
        return
      }
      isShut.current = false
      if (wantsCounts) countedAt = Date.now()
      const ended = endedSince(root, found.jobs)
      rememberRunning(root, found.jobs)
      setPulse((before) => ({
        root,
        jobs: found.jobs,
        people: found.people ?? (before?.root === root ? before.people : undefined),
        failed: found.failed ?? (before?.root === root ? before.failed : undefined),
        ended: [...ended, ...(before?.root === root ? before.ended : [])],
      }))
    }
    // One question at a time, and none while the page is hidden.
    const lookLater = (ms: number) => {
      timer = setTimeout(() => {
        const looked = document.hidden ? Promise.resolve() : look()
        void looked.finally(() => isOver || lookLater(isBusy ? everyMs.jobs : everyMs.counts))
      }, ms)
    }
    lookLater(laterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [root, isBusy, news, revalidate])
  return here
}

/** `shut`: who asks is not signed in any more, or lost the role. */
async function read(address: string): Promise<Pulse | 'shut' | undefined> {
  const answer = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
  if (answer?.type === 'opaqueredirect' || answer?.status === 401 || answer?.status === 403) return 'shut'
  return answer?.ok === true ? pulseIn(await answer.json().catch(() => undefined)) : undefined
}
