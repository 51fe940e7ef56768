interface Sent {
  readonly formMethod: 'post'
  readonly formEncType: string
  readonly formData: FormData
  readonly preventScrollReset: true
}

/** The part of React Router's data router that sends forms, and holds their answers. */
export interface SendingRouter {
  readonly state: {
    readonly navigation: { readonly state: string; readonly formMethod?: string | undefined }
    readonly actionData: Readonly<Record<string, unknown>> | null
    readonly errors: unknown
  }
  navigate(to: string, options: Sent): unknown
}

interface Pressed {
  readonly form: HTMLFormElement
  readonly button: HTMLElement | null
}

interface Waiting extends Pressed {
  readonly data: FormData
}

let settle: (() => void) | undefined
/** Whether the page that is shown says when an answer is drawn. */
let isOn = false

/**
 * Sends the forms of a document one after the other: the router aborts the form that it is sending when the next one
 * comes, so that its answer would be lost. A button that is pressed meanwhile shows that it is busy, and its form is
 * sent as it was pressed once the answer is drawn. The same button pressed twice counts once. Forms that the browser
 * itself sends are not affected.
 *
 * A link that is pressed meanwhile waits as well. It is followed once everything is saved; if the data of an answer are
 * a refusal by `isRefusal`, the person stays on the page that shows it.
 *
 * Call it in an effect with the state of the router's navigation whenever a page is drawn with another one. Call the
 * returned function before the next time, and when the page unmounts: nothing is held that no page would send.
 */
export function sendInTurn(
  router: SendingRouter,
  shownState: string,
  isRefusal: (data: unknown) => boolean,
): () => void {
  settle ??= holdPresses(router, isRefusal)
  isOn = true
  // After the page's other effects: these listen for submits.
  if (shownState === 'idle') queueMicrotask(settle)
  return () => {
    isOn = false
  }
}

function holdPresses(router: SendingRouter, isRefusal: (data: unknown) => boolean): () => void {
  const waiting: Waiting[] = []
  let sent: Pressed | undefined
  let isMarked = false
  let pressedLink: HTMLAnchorElement | undefined
  // The router's own state is ahead of the page that is drawn.
  const isSending = () => router.state.navigation.state !== 'idle' && router.state.navigation.formMethod === 'POST'

  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter: button } = event
    if (!isOn || !(form instanceof HTMLFormElement) || !isRouters(form)) return
    if (!isSending()) {
      sent = { form, button }
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if ([sent, ...waiting].some((one) => one?.form === form && one.button === button)) return
    waiting.push({ form, button, data: new FormData(form, button) })
    mark(button ?? form, true)
  }
  const onClick = (event: MouseEvent) => {
    const link = isOn && isSending() ? linkOf(event) : undefined
    if (link === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressedLink?.removeAttribute('data-pending')
    pressedLink = link
    link.setAttribute('data-pending', 'true')
  }
  // Before every other listener of the page.
  addEventListener('submit', onSubmit, true)
  addEventListener('click', onClick, true)

  return () => {
    // A mark that the page itself has set stays.
    if (sent && isMarked) mark(sent.button ?? sent.form, false)
    isMarked = false
    if (isSending()) return
    const next = waiting.shift()
    if (next === undefined) {
      pressedLink?.removeAttribute('data-pending')
      const { errors, actionData } = router.state
      if (pressedLink && !errors && !Object.values(actionData ?? {}).some(isRefusal)) follow(pressedLink)
      pressedLink = undefined
      return
    }
    const { form, button, data } = next
    if (form.isConnected) takeHidden(form, data)
    // As if it were pressed now, if that sends the same: its page then acts as for every press.
    if (form.isConnected && isSame(new FormData(form, button), data)) {
      mark(button ?? form, false)
      form.requestSubmit(button)
      return
    }
    sent = next
    isMarked = true
    void router.navigate(form.getAttribute('action') ?? location.pathname, {
      formMethod: 'post',
      formEncType: form.getAttribute('enctype') ?? 'application/x-www-form-urlencoded',
      formData: data,
      preventScrollReset: true,
    })
  }
}

/** The link to another page that a press follows in this tab, if any. */
function linkOf({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  const opensTab = button !== 0 || metaKey || ctrlKey || shiftKey || altKey
  if (link === null || opensTab || link.target !== '' || link.hasAttribute('download')) return undefined
  const isOnPage = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  return isOnPage ? undefined : link
}

/** Presses a link again; the answer may have drawn the page anew, without it. */
function follow(link: HTMLAnchorElement): void {
  if (link.isConnected) link.click()
  else location.assign(link.href)
}

/** The router marks its own forms. By attributes: a button that is called `method` stands in the place of the property. */
function isRouters(form: HTMLFormElement): boolean {
  return form.getAttribute('method')?.toLowerCase() === 'post' && form.hasAttribute('data-discover')
}

function mark(element: HTMLElement, isBusy: boolean): void {
  for (const name of ['aria-busy', 'aria-disabled']) {
    if (isBusy) element.setAttribute(name, 'true')
    else element.removeAttribute(name)
  }
}

/** Takes hidden fields, such as the version that a form changes, from the page as the answer left it. */
function takeHidden(form: HTMLFormElement, data: FormData): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=hidden][name]')) {
    if (data.getAll(input.name).length === 1) data.set(input.name, input.value)
  }
}

function isSame(one: FormData, other: FormData): boolean {
  const [left, right] = [[...one], [...other]]
  return (
    left.length === right.length &&
    left.every(([name, value], index) => name === right[index]?.[0] && value === right[index][1])
  )
}
