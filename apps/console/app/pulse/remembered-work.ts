import type { PulseJob } from './pulse.ts'

/** The ids of work that this browser has seen under way, so that an operator who left sees its end on coming back. */
const keyOf = (root: string) => `gatehouse-work ${root}`

/** Work that this browser last saw under way, and that has ended. */
export function endedSince(root: string, jobs: readonly PulseJob[]): readonly PulseJob[] {
  const seen = stored(root)
  return jobs.filter(({ id, state }) => state !== 'running' && seen.includes(id))
}

/** Keeps what is under way now. */
export function rememberRunning(root: string, jobs: readonly PulseJob[]): void {
  const ids = jobs.filter(({ state }) => state === 'running').map(({ id }) => id)
  try {
    if (ids.length === 0) localStorage.removeItem(keyOf(root))
    else localStorage.setItem(keyOf(root), ids.join(' '))
  } catch {
    // A browser that keeps nothing tells of the end only while the page is open.
  }
}

function stored(root: string): readonly string[] {
  try {
    return (localStorage.getItem(keyOf(root)) ?? '').split(' ')
  } catch {
    return []
  }
}
