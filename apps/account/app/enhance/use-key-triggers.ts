import { isInputNode, type Flow, type UiNode } from '@gatehouse/contract/flows'
import { clickTrigger, loadTrigger, type RunTrigger, type TriggerState } from '@gatehouse/flow-form/nodes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { useText } from '../text/text-source.ts'
import type { OfferedKey } from './ask-device.ts'
import { takeEarlyPress } from './early-press.tsx'
import { keyQuestions } from './key-questions.ts'

/** The callback by which a form's nodes ask a device, and the state of the latest request. */
export interface KeyTriggers {
  readonly onTrigger: RunTrigger
  readonly state: TriggerState
  /** Whether any node of the flow asks a device. */
  readonly isNeeded: boolean
}

/** The part that talks to devices comes only to pages that need it. */
const loadDevice = () => import('./ask-device.ts')

/** The wire's message that the key which was used is unknown. */
const unknownKey = 4000015

/**
 * Lets nodes ask for passkeys and security keys. `action` is the address for their answer; `onProof` is called with
 * each that signs a person in or up.
 */
export function useKeyTriggers(
  flow: Flow,
  action: string,
  onProof?: (proof: { readonly method: string }) => void,
): KeyTriggers {
  const { nodes } = flow.ui
  const t = useText('common')
  const submit = useSubmit()
  const [state, setState] = useState<TriggerState>({})
  const latest = useRef({ t, submit, action, onProof })
  const offered = useRef<OfferedKey>(undefined)
  useEffect(() => {
    latest.current = { t, submit, action, onProof }
  })
  useEffect(() => {
    const key = offered.current
    offered.current = undefined
    // A person who confirms their identity may have used another account's key, which is still good.
    const isRefresh = 'refresh' in flow && flow.refresh
    if (key === undefined || isRefresh || !(flow.ui.messages ?? []).some(({ id }) => id === unknownKey)) return
    void import('./signal-keys.ts').then(({ signalUnknownKey }) => signalUnknownKey(key))
  }, [flow])
  const isNeeded = nodes.some(asksDevice)
  useEffect(() => {
    if (!isNeeded) return undefined
    // Code that is loaded at the press may come too late for browsers that require the press itself.
    const loading = loadDevice()
    return () => void loading.then(({ stopAsking }) => stopAsking())
  }, [isNeeded, nodes])

  const onTrigger = useCallback(
    (name: string) => {
      takeEarlyPress([name])
      const run = async (trigger: string): Promise<void> => {
        const question = keyQuestions[trigger]
        const field = question && document.getElementsByName(question.into)[0]
        const form = field instanceof HTMLInputElement ? field.form : null
        if (!question || !form || !traitsAreValid(form)) return
        const isQuiet = question.ask === 'suggest'
        if (isQuiet && document.getElementsByName('identifier').length === 0) return
        if (!isQuiet) setState({ asking: trigger })
        const { askDevice } = await loadDevice()
        const typed = (name: string) => textOf(new FormData(form).get(name))
        const answer = await askDevice(question.ask, valueOf(nodes, question.from), typed)
        if (answer.kind === 'answered') {
          setState({})
          // Sends input that was typed while the device was asked, too.
          const data = new FormData(form)
          data.set('method', question.method)
          data.set(question.into, answer.text)
          offered.current = question.method === 'passkey' && answer.key.namesOwner ? answer.key : undefined
          latest.current.onProof?.({ method: question.method })
          await latest.current.submit(data, { method: 'post', action: latest.current.action })
          return
        }
        if (isQuiet) return
        const { why } = answer
        setState(why === 'stopped' ? {} : { problem: { name: trigger, text: latest.current.t(`key.${why}`) } })
        focusOn(trigger)
        // The suggestions were aborted for the request that failed.
        if (trigger === 'oryPasskeyLogin' && suggests(nodes)) await run('oryPasskeyLoginAutocompleteInit')
      }
      void run(name)
    },
    [nodes],
  )
  useEffect(() => {
    const pressed = takeEarlyPress(
      nodes.filter(isInputNode).flatMap(({ attributes }) => clickTrigger(attributes) ?? []),
    )
    if (pressed !== undefined) onTrigger(pressed)
  }, [nodes, onTrigger])
  return { onTrigger, state, isNeeded }
}

/** Whether passkeys are suggested on arrival; not if a signed-in person only confirms their identity. */
function suggests(nodes: readonly UiNode[]): boolean {
  return nodes.filter(isInputNode).some(({ attributes }) => loadTrigger(attributes) !== undefined)
}

function asksDevice(node: UiNode): boolean {
  if (!isInputNode(node)) return false
  const names = [clickTrigger(node.attributes), loadTrigger(node.attributes)]
  return names.some((name) => name !== undefined && Object.hasOwn(keyQuestions, name))
}

/** A device keeps a passkey that the service refuses afterwards, so the input is checked before. */
function traitsAreValid(form: HTMLFormElement): boolean {
  const wrong = [...form.elements].find(
    (control) => control instanceof HTMLInputElement && control.name.startsWith('traits.') && !control.checkValidity(),
  )
  return !(wrong instanceof HTMLInputElement) || wrong.reportValidity()
}

function valueOf(nodes: readonly UiNode[], name: string): unknown {
  return nodes.filter(isInputNode).find(({ attributes }) => attributes.name === name)?.attributes.value
}

function textOf(value: FormDataEntryValue | null): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function focusOn(trigger: string): void {
  const button = document.querySelector(`[data-trigger="${trigger}"]`)
  if (button instanceof HTMLElement) button.focus()
}
