import { createVisitor, formWith, linkTo, refreshOf, withoutScripts } from '@gatehouse/testing/browser'

/** The page of a browser without script. */
export interface Shown {
  /** Undefined at another site, which is not asked. */
  readonly status: number | undefined
  readonly html: string
  /** Every address on the way here since the person's last action, the one that is shown last. */
  readonly trail: readonly string[]
}

/** A browser without script that stays at one origin: it keeps cookies, follows redirects, fills in and sends forms. */
export interface PlainBrowser {
  /** Opens an address of the origin, or a path there, and follows its redirects. */
  open(address: string): Promise<Shown>
  /** Fills in the form that has the button, and presses that. */
  press(shown: Shown, button: readonly [name: string, value: string], typed?: Typed): Promise<Shown>
  /** Follows the link with a test id. */
  follow(shown: Shown, testId: string): Promise<Shown>
}

type Typed = Readonly<Record<string, string>>

const mostHops = 10

/** Opens a browser without cookies. */
export function plainBrowser(origin: string): PlainBrowser {
  const visitor = createVisitor()

  async function load(address: URL, init: RequestInit, trail: readonly string[]): Promise<Shown> {
    const passed = [...trail, address.href]
    if (address.origin !== origin) return { status: undefined, html: '', trail: passed }
    if (passed.length > mostHops) throw new Error(`this leads on without an end: ${passed.join(' → ')}`)
    const headers = new Headers(init.headers)
    headers.set('accept', 'text/html,application/xhtml+xml')
    const response = await visitor.fetch(address, { ...init, headers })
    const html = await response.text()
    const onward = response.headers.get('location') ?? refreshOf(html)
    if (onward === undefined) return { status: response.status, html, trail: passed }
    return load(new URL(onward, address), {}, passed)
  }

  return {
    open: (address) => load(new URL(address, origin), {}, []),
    press: (shown, button, typed = {}) => {
      const form = formWith(shown.html, button)
      if (form === undefined) return missing(shown, `a form with a button ${button.join('=')}`)
      const body = new URLSearchParams(form.fields.map(([name, value]) => [name, value]))
      for (const [field, text] of Object.entries(typed)) body.set(field, text)
      if (button[0] !== '') body.append(...button)
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin,
      }
      return load(new URL(form.action, shown.trail.at(-1)), { method: 'POST', headers, body: body.toString() }, [])
    },
    follow: (shown, testId) => {
      const link = linkTo(shown.html, testId)
      return link === undefined ? missing(shown, `a link ${testId}`) : load(new URL(link, shown.trail.at(-1)), {}, [])
    },
  }
}

function missing({ trail, status, html }: Shown, what: string): never {
  const text = withoutScripts(html).replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ')
  throw new Error(`${trail.join(' → ')} (${status ?? 'not asked'}) has not ${what}: ${text.replaceAll(/\s+/g, ' ')}`)
}
