import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { poll } from '../page/poll.ts'
import { type Pulse, type PulseJob, pulseIn } from './pulse.ts'

const everyMs = { counts: 60_000, jobs: 2_000 } as const
/** The page itself goes first. */
const laterMs = 400

/** A project's pulse, and work that ended since it was last seen under way. */
export interface ShownPulse extends Pulse {
  readonly ended: readonly PulseJob[]
}

/**
 * Follows a project while its pages are open: running jobs every two seconds, counts once a minute. Without script, and
 * until the first answer, there is nothing. After a refusal it asks no more. `root`: the address of the project's
 * pages; undefined: none is open. `loaded`: the data that came with the page.
 */
export function usePulse(root: string | undefined, loaded: { readonly running: number }): ShownPulse | undefined {
  const [pulse, setPulse] = useState<ShownPulse & { readonly root: string }>()
  const here = pulse?.root === root ? pulse : undefined
  const isBusy = here === undefined ? loaded.running > 0 : here.jobs.some(({ state }) => state === 'running')
  // A reloaded page may know of work that began since the last request.
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
        // The page itself reports why access ended. Once: the page may be allowed although this request is refused.
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
    // One request at a time, and none while the page is hidden.
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

/** `shut`: the operator is no longer signed in, or lost the role. */
async function read(address: string): Promise<Pulse | 'shut' | undefined> {
  const answer = await poll(address)
  if (answer?.type === 'opaqueredirect' || answer?.status === 401 || answer?.status === 403) return 'shut'
  return answer?.ok === true ? pulseIn(await answer.json().catch(() => undefined)) : undefined
}

/** The ids of work that this browser has seen under way, so that an operator who left sees its end on coming back. */
const keyOf = (root: string) => `gatehouse-work ${root}`

/** Work that this browser last saw under way, and that has ended. */
function endedSince(root: string, jobs: readonly PulseJob[]): readonly PulseJob[] {
  const seen = stored(root)
  return jobs.filter(({ id, state }) => state !== 'running' && seen.includes(id))
}

/** Keeps the running jobs. */
function rememberRunning(root: string, jobs: readonly PulseJob[]): void {
  const ids = jobs.filter(({ state }) => state === 'running').map(({ id }) => id)
  try {
    if (ids.length === 0) localStorage.removeItem(keyOf(root))
    else localStorage.setItem(keyOf(root), ids.join(' '))
  } catch {
    // A browser without storage reports the end only while the page is open.
  }
}

function stored(root: string): readonly string[] {
  try {
    return (localStorage.getItem(keyOf(root)) ?? '').split(' ')
  } catch {
    return []
  }
}
