import type { Locator, Response } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** A form that the identity service describes, by the names and values that its API gives to nodes. */
export interface FlowPage {
  field(name: string): Locator
  button(name: string, value?: string): Locator
  /** The wrapper of a node. */
  node(name: string): Locator
  /** A text of the service, by the number of its message. */
  message(id: number): Locator
  readonly summary: Locator
  fill(values: Readonly<Record<string, string>>): Promise<void>
  /** Sends the form: from the field that was filled last, by its expected main action. */
  send(from: string, method: string): Promise<void>
  /** Presses any other button. */
  press(name: string, value?: string): Promise<void>
  /** Enters a one-time code, which sends itself once it is complete and script runs. */
  enterCode(code: string): Promise<void>
}

/** Reads and works the form in a part of the page; on most pages that is all of `main`. */
export function flowPage({ page, hands, scripted }: Visitor, part = 'main'): FlowPage {
  const inside = page.locator(part)
  const field: FlowPage['field'] = (name) => inside.locator(`:is(input, select)[name="${name}"]:not([type=hidden])`)
  const button: FlowPage['button'] = (name, value) =>
    inside.locator(`button[name="${name}"]${value === undefined ? '' : `[value="${value}"]`}`)
  return {
    field,
    button,
    node: (name) => inside.getByTestId(`node/input/${name}`),
    message: (id) => inside.getByTestId(`ui/message/${id}`),
    summary: inside.getByTestId('error-summary'),
    async fill(values) {
      for (const [name, value] of Object.entries(values)) await hands.fill(field(name), value)
    },
    send: (from, method) => hands.send(field(from), button('method', method)),
    press: (name, value) => hands.press(button(name, value)),
    async enterCode(code) {
      await hands.fill(field('code'), code)
      if (!scripted) await hands.send(field('code'), button('method', 'code'))
    },
  }
}

/** Returns the answer to the next form that is sent, with script or without. */
export function nextAnswer({ page }: Visitor): Promise<Response> {
  return page.waitForResponse((response) => response.request().method() === 'POST')
}
