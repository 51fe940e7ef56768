/** A submitted form, read by field. */
export interface SubmittedForm {
  /** The name of the form on its page: the hidden field `intent`. */
  readonly intent: string
  /** A field's value without the space around it, the last of several; empty if it is missing. */
  text(name: string): string
  isChecked(name: string): boolean
  all(name: string): readonly string[]
}

/** Reads a form. Every form of the console is a plain one; a file among its fields counts as nothing. */
export async function readForm(request: Request): Promise<SubmittedForm> {
  const form = new URLSearchParams(await request.text())
  return {
    intent: form.get('intent') ?? '',
    text: (name) => (form.getAll(name).at(-1) ?? '').trim(),
    isChecked: (name) => form.get(name) === 'on',
    all: (name) => form.getAll(name),
  }
}
