/** What a person has typed into a form and not sent. */
export type Unsaved = ReadonlyMap<string, string | boolean>

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Everything typed, by id of its control, but for passwords and codes: those are never kept anywhere. */
export function collectUnsaved(root: ParentNode): Unsaved {
  const changed = controlsOf(root).filter(isChanged)
  return new Map(changed.map((control) => [control.id, valueOf(control)]))
}

function controlsOf(root: ParentNode): readonly Control[] {
  return [...root.querySelectorAll<Control>('input, select, textarea')].filter(isKept)
}

function isKept(control: Control): boolean {
  return control.id !== '' && !secretTypes.has(control.type) && control.autocomplete !== 'one-time-code'
}

const secretTypes: ReadonlySet<string> = new Set(['password', 'hidden', 'submit', 'button'])

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option) => option.selected !== option.defaultSelected)
  }
  if (control.type === 'checkbox')
    return control instanceof HTMLInputElement && control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function valueOf(control: Control): string | boolean {
  return control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value
}
