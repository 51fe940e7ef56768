import { isInputNode, type UiNode, type InputAttributes } from '@gatehouse/contract/flows'
import { useEffect } from 'react'

/** Runs a function that a script of the identity service put on the page: `oryPasskeyLogin`. */
export type RunTrigger = (name: string) => void

/** The state of a button that asks a device. */
export interface TriggerState {
  /** The name of the button whose device has not answered yet. */
  readonly asking?: string | undefined
  /** The name of the button that failed, and the reason in the person's language. */
  readonly problem?: { readonly name: string; readonly text: string } | undefined
}

const scriptReady = 'oryWebAuthnInitialized'

/** Calls the function of that name on `window`. A script that has not arrived yet is waited for. */
export const runTrigger: RunTrigger = (name) => {
  const found: unknown = Reflect.get(window, name)
  if (typeof found === 'function') Reflect.apply(found, window, [])
  else window.addEventListener(scriptReady, () => callIfThere(name), { once: true })
}

function callIfThere(name: string): void {
  const found: unknown = Reflect.get(window, name)
  if (typeof found === 'function') Reflect.apply(found, window, [])
}

/** The function a button calls. Older services name it only in the script of its attribute. */
export function clickTrigger({ onclickTrigger, onclick }: InputAttributes): string | undefined {
  return onclickTrigger ?? named(onclick)
}

/** The function a node calls on arrival. */
export function loadTrigger({ onloadTrigger, onload }: InputAttributes): string | undefined {
  return onloadTrigger ?? named(onload)
}

function named(script: string | undefined): string | undefined {
  return /^window\.(?:__)?(\w+)\(/.exec(script ?? '')?.[1]
}

/** Runs the functions that nodes want on arrival, such as the suggestion of passkeys in the identifier field. */
export function useLoadTriggers(nodes: readonly UiNode[], run: RunTrigger = runTrigger): void {
  useEffect(() => {
    const names = nodes.flatMap((node) => (isInputNode(node) ? (loadTrigger(node.attributes) ?? []) : []))
    for (const name of new Set(names)) run(name)
  }, [nodes, run])
}
