import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Standing } from './standing.server.ts'

const everyMs = 1_000

/**
 * How a piece of work stands, asked again while it is under way. While nobody answers, as before a restart is over, the
 * last answer stays: the work is not broken, and neither is its page.
 */
export function useStanding(loaded: Standing, address: string): Standing {
  const [asked, setAsked] = useState<{ readonly since: Standing; readonly standing: Standing }>()
  const { revalidate } = useRevalidator()
  const shown = asked?.since === loaded ? asked.standing : loaded
  const isRunning = shown.job.state === 'running'
  useEffect(() => {
    if (!isRunning) return undefined
    const look = async () => {
      const answer = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
      if (answer === undefined || answer.status >= 500) return
      // Signed out, or not allowed any more: the page itself says so.
      if (!answer.ok) {
        void revalidate()
        return
      }
      const body = await answer.json().catch(() => undefined)
      if (body === undefined) return
      const standing = parseStanding(body)
      setAsked({ since: loaded, standing })
      // The navigation counts what is under way.
      if (standing.job.state !== 'running') void revalidate()
    }
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [isRunning, address, loaded, revalidate])
  return shown
}

/** Our own server's answer. */
function parseStanding(body: unknown): Standing {
  return body as Standing
}
