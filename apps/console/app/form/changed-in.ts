/** Returns the number of changed fields of a form. A number and its unit are one field. */
export function changedIn(form: HTMLFormElement): number {
  const names = [...form.elements].filter(isChanged).map((field) => field.getAttribute('name') ?? '')
  return new Set(names.map((name) => name.replace(/\.unit$/, ''))).size
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected)
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
  const isTicked = field.type === 'checkbox' || field.type === 'radio'
  return isTicked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}
