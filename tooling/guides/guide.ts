import { browserLaunch } from '@gatehouse/testing/browser'
import { chromium, type Browser } from '@playwright/test'
import { signIn, signInAndAskWithToken, tutorialPlays, type Play } from './plays.ts'
import { nameOf, stepsOf, type Step } from './steps.ts'
import { openWalk, type Ports } from './walk.ts'

/** A guide: its commands and files, and the actions in a browser. */
export interface Guide {
  readonly steps: readonly Step[]
  readonly plays: ReadonlyMap<string, Play>
}

/** TABLE: guides that can be followed. */
const guides: Readonly<Record<string, () => Guide>> = {
  express: () => ofProtect('Express'),
  nextjs: () => ofProtect('Next.js'),
  spa: () => ofProtect('Single-page application'),
  fastapi: () => ofProtect('FastAPI', signInAndAskWithToken),
  tutorial: () => ({ steps: stepsOf('docs/tutorial.md'), plays: tutorialPlays }),
}

function ofProtect(section: string, play: Play = signIn): Guide {
  return { steps: stepsOf('docs/protect.md', section), plays: new Map([[section, play]]) }
}

/** Returns a guide by its name. Throws if there is none of that name. */
export function guideOf(name: string): Guide {
  const guide = Object.hasOwn(guides, name) ? guides[name] : undefined
  if (guide === undefined) throw new Error(`Say which guide: ${Object.keys(guides).join(', ')}`)
  return guide()
}

/** Follows a guide from its first section to its last. `report` gets each completed step, with its milliseconds. */
export async function follow(guide: Guide, ports: Ports, report: (what: string, ms: number) => void): Promise<void> {
  const walk = await openWalk(ports)
  let browser: Browser | undefined
  const timed = async (what: string, work: () => Promise<void>) => {
    const from = performance.now()
    await work()
    report(what, performance.now() - from)
  }
  try {
    const opened = (browser = await chromium.launch(browserLaunch('engine')))
    const page = await opened.newPage()
    const sections = new Set([...guide.steps.map(({ section }) => section), ...guide.plays.keys()])
    for (const section of sections) {
      for (const step of guide.steps.filter((one) => one.section === section))
        await timed(nameOf(step), () => walk.take(step))
      const play = guide.plays.get(section)
      if (play !== undefined) await timed(`in the browser: ${section}`, () => play(walk, opened, page))
    }
  } finally {
    await browser?.close().catch(() => undefined)
    await walk.end()
  }
}
