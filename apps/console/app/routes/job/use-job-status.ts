import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { poll } from '../../page/poll.ts'
import type { JobView } from '../../jobs/job-view.ts'

const everyMs = 1_000

/**
 * Returns the progress of a job, asked again while it runs. While the server does not answer, as during a restart, the
 * last answer stays: neither the job nor its page is broken.
 */
export function useJobStatus(loaded: JobView, address: string): JobView {
  const [asked, setAsked] = useState<{ readonly since: JobView; readonly status: JobView }>()
  const { revalidate } = useRevalidator()
  const shown = asked?.since === loaded ? asked.status : loaded
  const isRunning = shown.state === 'running'
  useEffect(() => {
    if (!isRunning) return undefined
    const look = async () => {
      const answer = await poll(address)
      if (answer === undefined || answer.status >= 500) return
      // Signed out, or not allowed any more: the page itself says so.
      if (!answer.ok) {
        void revalidate()
        return
      }
      const body: unknown = await answer.json().catch(() => undefined)
      if (!isJob(body)) return
      setAsked({ since: loaded, status: body })
      // The navigation counts running jobs.
      if (body.state !== 'running') void revalidate()
    }
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    // One request at a time: a server that is slow would answer many at once, and each end would load the page again.
    const lookAgain = () => {
      timer = setTimeout(() => void look().finally(() => isOver || lookAgain()), everyMs)
    }
    lookAgain()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isRunning, address, loaded, revalidate])
  return shown
}

/** Our own server answers nothing else; a proxy in front might. */
function isJob(body: unknown): body is JobView {
  return typeof body === 'object' && body !== null && 'state' in body && 'counts' in body
}
