/**
 * Keeps the selection in the text areas of a page when React hydrates it; call it before. React sets the default text
 * of each text area again, which empties the selection of an unchanged one. A text area that was given its own text
 * counts as changed, and React does not touch it. `TextArea` itself keeps typed text.
 */
export function holdTextAreas(): void {
  for (const area of document.querySelectorAll('textarea')) {
    const { value } = area
    area.value = value
  }
}
