import type { UiNode } from '@gatehouse/contract/node'
import { isInputNode } from '@gatehouse/contract/node'
import { useEffect } from 'react'

/** Runs a function that a script of the identity service put on the page: `oryPasskeyLogin`. */
export type RunTrigger = (name: string) => void

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

/** Runs the functions that nodes want on arrival, such as the suggestion of passkeys in the identifier field. */
export function useLoadTriggers(nodes: readonly UiNode[], run: RunTrigger = runTrigger): void {
  const names = nodes.flatMap((node) => (isInputNode(node) ? (node.attributes.onloadTrigger ?? []) : [])).join(' ')
  useEffect(() => {
    for (const name of names.split(' ').filter(Boolean)) run(name)
  }, [names, run])
}
